"use server";

import { headers } from "next/headers";
import type { z } from "zod";
import { clientOf } from "@/lib/auth/client-header";
import { setNewPassword } from "@/lib/directory/member/reset";
import type { Answer } from "@/lib/inputs/answer";
import type { newPasswordSchema } from "@/lib/inputs/member";
import { answered } from "@/lib/verb/answer";

/** Sets a new password by a link. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in: the link is the guard, checked by `setNewPassword`
export async function resetByLink(
  input: z.input<typeof newPasswordSchema>,
): Promise<Answer<{ email: string }>> {
  return answered(async () => setNewPassword(input, clientOf(await headers())));
}
