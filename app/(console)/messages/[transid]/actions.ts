"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { replay } from "@/lib/dispatch/replay";
import { readArguments, type Answer } from "@/lib/inputs/arguments";
import { idSchema } from "@/lib/inputs/id";

/** Sends the delivery updates of a message again that were given up or never told. Answers how many. */
export async function replayMessage(transid: string): Promise<Answer<number>> {
  const member = await requireRole("marketer");
  const read = readArguments(idSchema, { id: transid });
  if (!read.ok) return read;
  const count = await replay({ kind: "member", member }, { messageId: read.value.id, missing: true });
  if (count > 0) revalidatePath(`/messages/${read.value.id}`);
  return { ok: true, value: count };
}
