"use server";

import { headers } from "next/headers";
import type { z } from "zod";
import { clientOf } from "@/lib/auth/client-header";
import {
  acceptInvitation,
  joinService as joinServiceVerb,
} from "@/lib/directory/member/invitation";
import type { Answer } from "@/lib/inputs/answer";
import type { acceptSchema } from "@/lib/inputs/member";
import { answer, answered } from "@/lib/verb/answer";

/** Creates the account of an invited person who has none. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the link is the guard, checked by `acceptInvitation`
export async function acceptInvite(
  input: z.input<typeof acceptSchema>,
): Promise<Answer<{ email: string }>> {
  return answered(async () => acceptInvitation(input, clientOf(await headers())));
}

export const joinService = answer(joinServiceVerb);
