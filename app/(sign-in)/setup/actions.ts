"use server";

import { headers } from "next/headers";
import { clientOf } from "@/lib/auth/client-header";
import { createOwner } from "@/lib/directory/member/setup";
import type { Answer } from "@/lib/inputs/answer";
import { answered } from "@/lib/verb/answer";

/** Makes the first member. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the one-time code is the guard, checked by `createOwner`
export async function makeFirstOwner(owner: { code: string; email: string; name: string; password: string }): Promise<Answer<void>> {
  return answered(async () => createOwner(owner, clientOf(await headers())));
}
