"use server";

import { revalidatePath } from "next/cache";
import { requireRole } from "@/lib/auth/session";
import { changeCampaign, duplicateCampaign, type CampaignChange } from "@/lib/directory/campaign/change";
import { CampaignError } from "@/lib/directory/campaign/save";

const kinds = ["rename", "archive", "restore", "unschedule", "stop"] as const;

/** Changes a campaign as a whole; answers what stands in the way, if anything. */
export async function changeCampaignAction(id: string, change: CampaignChange): Promise<string | undefined> {
  const member = await requireRole("marketer");
  const kind = kinds.find((known) => known === change.kind);
  if (!kind) return "There is no such change.";
  try {
    await changeCampaign(member, String(id), kind === "rename" ? { kind, name: String("name" in change ? change.name : "") } : { kind });
  } catch (error) {
    if (error instanceof CampaignError) return error.message;
    throw error;
  }
  revalidatePath("/campaigns");
  return undefined;
}

/** A copy of a campaign as a draft. Answers its id. */
export async function duplicateCampaignAction(id: string): Promise<string> {
  return duplicateCampaign(await requireRole("marketer"), String(id));
}
