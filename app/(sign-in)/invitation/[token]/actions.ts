"use server";

import { headers } from "next/headers";
import type { z } from "zod";
import { clientOf } from "@/lib/auth/client-header";
import { acceptInvitation, joinService } from "@/lib/directory/member/invitation";
import type { Answer } from "@/lib/inputs/answer";
import type { acceptSchema } from "@/lib/inputs/member";
import { answer, answered } from "@/lib/verb/answer";

/** Makes the account of somebody who was invited and has none. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in yet: the link is the guard, checked by `acceptInvitation`
export async function acceptInvite(input: z.input<typeof acceptSchema>): Promise<Answer<{ email: string }>> {
  return answered(async () => acceptInvitation(input, clientOf(await headers())));
}

/** Brings whoever is signed in into the service that they were invited to. */
export const joinByInvitation = answer(joinService);
