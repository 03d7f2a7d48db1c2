"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import { resume } from "@/lib/dispatch/resume-webhook";
import { readArguments, type Answer } from "@/lib/inputs/arguments";
import { idSchema } from "@/lib/inputs/id";

/** Switches a webhook on again that answered 410. Answers how many parked updates are sent; 0 when it is on already. */
export async function resumeWebhook(id: string): Promise<Answer<number>> {
  const member = await requireRole("admin");
  const read = readArguments(idSchema, { id });
  if (!read.ok) return read;
  const count = await resume({ kind: "member", member }, read.value.id);
  revalidatePath("/");
  return { ok: true, value: count ?? 0 };
}

/** Ends every session of whoever asks, this one too. */
export async function endAllSessions(): Promise<void> {
  await signOutEverywhere(await requireRole("viewer"));
}
