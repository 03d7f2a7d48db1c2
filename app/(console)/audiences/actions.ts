"use server";

import { revalidatePath } from "next/cache";
import type { Answer } from "@/components/audience/list-actions";
import { requireRole } from "@/lib/auth/session";
import { changeAudience, type AudienceChange } from "@/lib/directory/audience/change";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { AudienceError } from "@/lib/directory/audience/rows";
import type { AudienceInput, AudienceRecipientInput } from "@/lib/inputs/audience";

/** Begins a list. Answers its id. */
export async function beginList(input: AudienceInput): Promise<Answer<string>> {
  const member = await requireRole("marketer");
  return answered(() => createAudience(member, input));
}

/** Adds recipients to a list that was begun; those that are there already are left as they are. */
export async function addToList(id: string, recipients: AudienceRecipientInput[]): Promise<Answer<undefined>> {
  const member = await requireRole("marketer");
  return answered(async () => void (await addRecipients(member, String(id), recipients)));
}

/** Closes a list: it can be chosen from now on. Answers how many recipients it has. */
export async function finishList(id: string): Promise<Answer<number>> {
  const member = await requireRole("marketer");
  return answered(async () => {
    const recipients = await finishAudience(member, String(id));
    revalidatePath("/audiences");
    return recipients;
  });
}

/** Renames a list, marks it as a test group or takes the mark off, or removes it. */
export async function changeList(id: string, change: AudienceChange): Promise<Answer<undefined>> {
  const member = await requireRole("marketer");
  return answered(async () => {
    await changeAudience(member, String(id), plain(change));
    revalidatePath("/audiences");
    return undefined;
  });
}

async function answered<T>(verb: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await verb() };
  } catch (error) {
    if (error instanceof AudienceError) return { ok: false, message: error.message };
    throw error;
  }
}

/** What came over the line may be anything. */
function plain(change: AudienceChange): AudienceChange {
  if (change.kind === "rename") return { kind: "rename", name: String(change.name) };
  if (change.kind === "test") return { kind: "test", test: change.test === true };
  if (change.kind === "remove") return { kind: "remove" };
  throw new AudienceError("There is no such change.");
}
