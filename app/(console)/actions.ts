"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import { resume } from "@/lib/dispatch/resume-webhook";

/** Switches a webhook on again that answered 410. Answers how many parked updates are sent; undefined when it is on already. */
export async function resumeWebhook(id: string): Promise<number | undefined> {
  const member = await requireRole("admin");
  const count = await resume({ kind: "member", member }, String(id));
  revalidatePath("/");
  return count;
}

/** Ends every session of whoever asks, this one too. */
export async function endAllSessions(): Promise<void> {
  await signOutEverywhere(await requireRole("viewer"));
}
