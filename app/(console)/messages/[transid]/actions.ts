"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { replay } from "@/lib/dispatch/replay";

/** Sends the delivery updates of a message again that were given up or never told. Answers how many. */
export async function replayMessage(transid: string): Promise<number> {
  const member = await requireRole("marketer");
  const count = await replay({ kind: "member", member }, { messageId: String(transid), missing: true });
  revalidatePath(`/messages/${String(transid)}`);
  return count;
}
