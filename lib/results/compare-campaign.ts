import { z } from "zod";
import { cachedAll } from "@/lib/database/cached";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { countsOfCampaigns, zero, type Counts } from "./counts";

/** Campaigns of a service that were sent before one. */
export interface FormerCampaigns {
  campaigns: number;
  /** Of all their deliveries together. */
  counts: Counts;
}

const mostCampaigns = 10;
/** Recipients of all of them at most: their deliveries are counted. */
const mostRecipients = 100_000;
/**
 * Milliseconds for which their counts are cached: the page is drawn again each second, and former
 * campaigns hardly change.
 */
const cacheMs = 60_000;

/**
 * The last ten campaigns of the service that were sent before one, with what became of their
 * deliveries; fewer where they went to more than 100,000 recipients in all.
 */
export const compareCampaign = view({
  action: "service.view",
  input: z.object({ id: z.string() }),
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<FormerCampaigns> => {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM (
         SELECT id, sum(recipients) OVER (ORDER BY started_at DESC, id DESC) AS upto FROM (
           SELECT o.campaign_id AS id, o.recipients, o.started_at FROM campaign_order o
             JOIN campaign c ON c.id = $1 JOIN campaign_order this ON this.id = c.order_id
           WHERE o.service_id = $2 AND o.state = 'sent' AND o.recipients > 0 AND o.started_at < this.started_at
           ORDER BY o.started_at DESC, o.campaign_id DESC LIMIT ${mostCampaigns}
         ) last
       ) x WHERE upto <= ${mostRecipients}`,
      [id, serviceId],
    );
    const counts: Counts = { ...zero };
    const ids = rows.map((row) => row.id);
    const former = await cachedAll("campaign-counts", ids, cacheMs, (missing) =>
      countsOfCampaigns(sql, missing),
    );
    for (const one of former.values())
      for (const state of Object.keys(counts) as (keyof Counts)[]) counts[state] += one[state];
    return { campaigns: rows.length, counts };
  },
});
