"use server";

import { headers } from "next/headers";
import type { z } from "zod";
import { clientOf } from "@/lib/auth/client-header";
import { createInstallationOwner } from "@/lib/directory/member/create-installation-owner";
import {
  acceptInvitation,
  joinService as joinServiceVerb,
} from "@/lib/directory/member/invitation";
import { setNewPassword } from "@/lib/directory/member/reset";
import type { Answer } from "@/lib/inputs/answer";
import type {
  acceptSchema,
  forgotSchema,
  newPasswordSchema,
  setupSchema,
} from "@/lib/inputs/member";
import { askForLink as ask } from "@/lib/notices/letters";
import { answer, answered } from "@/lib/verb/answer";

/** Makes the first member. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the one-time code is the guard, checked by `createInstallationOwner`
export async function makeFirstOwner(owner: z.input<typeof setupSchema>): Promise<Answer<null>> {
  // The setup code authorizes the caller to act for the installation.
  return answered(() => createInstallationOwner({ actor: { kind: "job", name: "setup" } }, owner));
}

/** Creates the account of an invited person who has none. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the link is the guard, checked by `acceptInvitation`
export async function acceptInvite(
  input: z.input<typeof acceptSchema>,
): Promise<Answer<{ email: string }>> {
  return answered(async () => acceptInvitation(input, clientOf(await headers())));
}

export const joinService = answer(joinServiceVerb);

/** Has a link to a new password sent to an address, where that is a member's. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in: it answers alike whoever it is, and counts its tries
export async function askForLink(input: z.input<typeof forgotSchema>): Promise<Answer<void>> {
  return answered(async () => ask(input, clientOf(await headers())));
}

/** Sets a new password by a link. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in: the link is the guard, checked by `setNewPassword`
export async function resetByLink(
  input: z.input<typeof newPasswordSchema>,
): Promise<Answer<{ email: string }>> {
  return answered(async () => setNewPassword(input, clientOf(await headers())));
}
