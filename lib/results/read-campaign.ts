import { z } from "zod";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
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

/** One campaign that takes several requests, with the counts of all of them. Throws `NotFoundError` when there is none. */
export const readCampaign = view(
  "service.view",
  z.object({ id: z.string() }),
  serviceOfCampaign,
  async ({ sql, actor, serviceId }, { id }): Promise<CampaignFate> => {
    const [campaign, [more], counts] = await Promise.all([
      findCampaign({ actor, tx: sql }, { id }),
      sql.query<{ audience: string | null; apps: string[] }>(
        `SELECT l.name AS audience,
           ARRAY(SELECT a.name FROM app a WHERE a.service_id = c.service_id AND a.appid = ANY(c.more_appids) ORDER BY a.name) AS apps
         FROM campaign c LEFT JOIN audience l ON l.id = c.audience_id AND l.service_id = c.service_id WHERE c.id = $1 AND c.service_id = $2`,
        [id, serviceId],
      ),
      countsOfCampaign(sql, id),
    ]);
    return { ...campaign, counts, audience: more?.audience ?? null, apps: [campaign.appName, ...(more?.apps ?? [])] };
  },
);
