"use server";

import type { z } from "zod";
import { createInstallationOwner } from "@/lib/directory/member/setup";
import type { Answer } from "@/lib/inputs/answer";
import type { setupSchema } from "@/lib/inputs/member";
import { answered } from "@/lib/verb/answer";

/** Makes the first member. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the one-time code is the guard, checked by `createOwner`
export async function makeFirstOwner(owner: z.input<typeof setupSchema>): Promise<Answer<null>> {
  // The setup code authorizes the caller to act for the installation.
  return answered(() => createInstallationOwner({ actor: { kind: "job", name: "setup" } }, owner));
}
