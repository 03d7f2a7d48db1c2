"use server";

import { headers } from "next/headers";
import { clientOf } from "@/lib/auth/client-header";
import { createOwner, type SetupResult } from "@/lib/directory/member/setup";

/** Makes the first member. */
// oxlint-disable-next-line house/guarded-actions -- nobody can be signed in yet: the one-time code is the guard, checked by the verb
export async function makeFirstOwner(owner: Parameters<typeof createOwner>[0]): Promise<SetupResult> {
  const given = { code: String(owner.code), email: String(owner.email), name: String(owner.name), password: String(owner.password) };
  return createOwner(given, clientOf(await headers()));
}
