"use server";

import { headers } from "next/headers";
import { clientOf } from "@/lib/auth/client-header";
import { createOwner, type SetupResult } from "@/lib/directory/member/setup";

/** Makes the first member. */
// oxlint-disable-next-line house/guarded-actions -- nobody can be signed in yet: the one-time code is the guard, checked by the verb
export async function makeFirstOwner(owner: { code: string; email: string; name: string; password: string }): Promise<SetupResult> {
  return createOwner(owner, clientOf(await headers()));
}
