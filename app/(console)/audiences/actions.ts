"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { changeAudience } from "@/lib/directory/audience/change";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { AudienceError } from "@/lib/directory/audience/rows";
import { readArguments, type Answer } from "@/lib/inputs/arguments";
import {
  addToListSchema,
  beginListSchema,
  changeListSchema,
  type AudienceChange,
  type AudienceInput,
  type AudienceRecipientInput,
} from "@/lib/inputs/audience";
import { idSchema } from "@/lib/inputs/id";

/** Begins a list. Answers its id. */
export async function beginList(list: AudienceInput): Promise<Answer<string>> {
  const member = await requireRole("marketer");
  return answered(readArguments(beginListSchema, { list }), (given) => createAudience(member, given.list));
}

/** Adds recipients to a list that was begun; those that are there already are left as they are. */
export async function addToList(id: string, recipients: AudienceRecipientInput[]): Promise<Answer<undefined>> {
  const member = await requireRole("marketer");
  return answered(readArguments(addToListSchema, { id, recipients }), async (given) => {
    await addRecipients(member, given.id, given.recipients);
    return undefined;
  });
}

/** Closes a list: it can be chosen from now on. Answers how many recipients it has. */
export async function finishList(id: string): Promise<Answer<number>> {
  const member = await requireRole("marketer");
  return answered(readArguments(idSchema, { id }), async (given) => {
    const recipients = await finishAudience(member, given.id);
    revalidatePath("/audiences");
    return recipients;
  });
}

/** Renames a list, marks it as a test group or takes the mark off, or removes it. */
export async function changeList(id: string, change: AudienceChange): Promise<Answer<undefined>> {
  const member = await requireRole("marketer");
  return answered(readArguments(changeListSchema, { id, change }), async (given) => {
    await changeAudience(member, given.id, given.change);
    revalidatePath("/audiences");
    return undefined;
  });
}

async function answered<G, T>(read: Answer<G>, verb: (given: G) => Promise<T>): Promise<Answer<T>> {
  if (!read.ok) return read;
  try {
    return { ok: true, value: await verb(read.value) };
  } catch (error) {
    if (error instanceof AudienceError) return { ok: false, message: error.message };
    throw error;
  }
}
