import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { findCampaign, type CampaignDetail } from "@/lib/directory/campaign/list";
import { countsOfCampaign, type Counts } from "./counts";

/** A campaign and what became of all its messages together. */
export interface CampaignFate extends CampaignDetail {
  counts: Counts;
}

/** One campaign that takes several requests, with the counts of all of them; undefined when there is none. */
export async function readCampaign(member: Member, id: string): Promise<CampaignFate | undefined> {
  assertRole(member, "viewer");
  const campaign = await findCampaign(member, id);
  return campaign && { ...campaign, counts: await countsOfCampaign(database(), campaign.id) };
}
