"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { changeCampaign, duplicateCampaign, type CampaignChange } from "@/lib/campaign/change";
import { CampaignError } from "@/lib/campaign/save";
import { readArguments, type Answer } from "@/lib/inputs/arguments";
import { changeCampaignSchema } from "@/lib/inputs/campaign";
import { idSchema } from "@/lib/inputs/id";

/** Changes a campaign as a whole; answers what stands in the way, if anything. */
export async function changeCampaignAction(id: string, change: CampaignChange): Promise<string | undefined> {
  const member = await requireRole("marketer");
  const read = readArguments(changeCampaignSchema, { id, change });
  if (!read.ok) return read.message;
  try {
    await changeCampaign(member, read.value.id, read.value.change);
  } catch (error) {
    if (error instanceof CampaignError) return error.message;
    throw error;
  }
  revalidatePath("/campaigns");
  return undefined;
}

/** A copy of a campaign as a draft. Answers its id. */
export async function duplicateCampaignAction(id: string): Promise<Answer<string>> {
  const member = await requireRole("marketer");
  const read = readArguments(idSchema, { id });
  if (!read.ok) return read;
  try {
    return { ok: true, value: await duplicateCampaign(member, read.value.id) };
  } catch (error) {
    if (error instanceof CampaignError) return { ok: false, message: error.message };
    throw error;
  }
}
