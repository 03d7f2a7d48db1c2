import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { findCampaign, type CampaignDetail } from "./campaign-list";
import { countsOfCampaign, type Counts } from "./counts";

/** A campaign and what became of all its messages together. */
export interface CampaignFate extends CampaignDetail {
  counts: Counts;
  /** The list that it went to; null when its recipients were typed. */
  audience: string | null;
  /** Names of all apps that send it. */
  apps: string[];
}

/** One campaign that takes several requests, with the counts of all of them; undefined when there is none. */
export async function readCampaign(member: Member, id: string): Promise<CampaignFate | undefined> {
  assertRole(member, "viewer");
  const campaign = await findCampaign(member, id);
  if (!campaign) return undefined;
  const [[more], counts] = await Promise.all([
    database().query<{ audience: string | null; apps: string[] }>(
      `SELECT l.name AS audience, ARRAY(SELECT a.name FROM app a WHERE a.appid = ANY(c.more_appids) ORDER BY a.name) AS apps
       FROM campaign c LEFT JOIN audience l ON l.id = c.audience_id WHERE c.id = $1`,
      [campaign.id],
    ),
    countsOfCampaign(database(), campaign.id),
  ]);
  return { ...campaign, counts, audience: more?.audience ?? null, apps: [campaign.appName, ...(more?.apps ?? [])] };
}
