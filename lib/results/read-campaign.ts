import { z } from "zod";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { findCampaign, type CampaignDetail } from "./campaign-list";
import { countsOf, countsOfCampaigns, zero, type Counts } from "./counts";

/** A campaign and what became of all its messages together. */
export interface CampaignFate extends CampaignDetail {
  counts: Counts;
  /** The list that it went to; null when its recipients were typed. */
  audience: string | null;
  /** Of that list while it can be looked at; null once it was removed. */
  audienceId: string | null;
  /** The request as it was ordered, JSON text; null for a draft, and for what an older version sent by hand. */
  request: string | null;
  /** Names of all apps that send it. */
  apps: string[];
}

/** One campaign, with the counts of all its requests. Throws `NotFoundError` when there is none. */
export const readCampaign = view(
  "service.view",
  z.object({ id: z.string() }),
  serviceOfCampaign,
  async ({ sql, actor, serviceId }, { id }): Promise<CampaignFate> => {
    const [campaign, [more], ofAll] = await Promise.all([
      findCampaign({ actor, tx: sql }, { id }),
      sql.query<{ audience: string | null; audienceId: string | null; request: string | null; apps: string[] }>(
        `SELECT l.name AS audience, CASE WHEN l.removed_at IS NULL THEN l.id END AS "audienceId", c.request,
           ARRAY(SELECT a.name FROM app a WHERE a.service_id = c.service_id AND a.appid = ANY(c.more_appids) ORDER BY a.name) AS apps
         FROM campaign c LEFT JOIN audience l ON l.id = c.audience_id AND l.service_id = c.service_id WHERE c.id = $1 AND c.service_id = $2`,
        [id, serviceId],
      ),
      countsOfCampaigns(sql, [id]),
    ]);
    // What an older version sent by hand is named by its transid alone.
    const alone = campaign.transid !== null && campaign.recipients === null ? await countsOf(sql, [campaign.transid]) : undefined;
    const counts = alone?.get(campaign.transid ?? "") ?? ofAll.get(id) ?? { ...zero };
    return {
      ...campaign,
      counts,
      audience: more?.audience ?? null,
      audienceId: more?.audienceId ?? null,
      request: more?.request ?? null,
      apps: [campaign.appName, ...(more?.apps ?? [])],
    };
  },
);
