import { z } from "zod";
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

/**
 * The last ten campaigns of the service that were sent before one, with what became of their
 * deliveries.
 */
export const compareCampaign = view({
  action: "service.view",
  input: z.object({ id: z.string() }),
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<FormerCampaigns> => {
    const rows = await sql.query<{ id: string }>(
      `SELECT o.campaign_id AS id FROM campaign_order o JOIN campaign c ON c.id = $1 JOIN campaign_order this ON this.id = c.order_id
       WHERE o.service_id = $2 AND o.campaign_id <> c.id AND o.state = 'sent' AND o.recipients > 0 AND o.started_at < this.started_at
       GROUP BY o.campaign_id ORDER BY max(o.started_at) DESC, o.campaign_id DESC LIMIT ${mostCampaigns}`,
      [id, serviceId],
    );
    const counts: Counts = { ...zero };
    const former = await countsOfCampaigns(
      sql,
      rows.map((row) => row.id),
    );
    for (const one of former.values())
      for (const state of Object.keys(counts) as (keyof Counts)[]) counts[state] += one[state];
    return { campaigns: rows.length, counts };
  },
});
