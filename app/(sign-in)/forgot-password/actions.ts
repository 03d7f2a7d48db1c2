"use server";

import { headers } from "next/headers";
import type { z } from "zod";
import { clientOf } from "@/lib/auth/client-header";
import type { Answer } from "@/lib/inputs/answer";
import type { forgotSchema } from "@/lib/inputs/member";
import { askForLink as ask } from "@/lib/notices/letters";
import { answered } from "@/lib/verb/answer";

/** Has a link to a new password sent to an address, where that is a member's. */
// oxlint-disable-next-line house/actions-answer -- nobody can be signed in: it answers alike whoever it is, and counts its tries
export async function askForLink(input: z.input<typeof forgotSchema>): Promise<Answer<void>> {
  return answered(async () => ask(input, clientOf(await headers())));
}
