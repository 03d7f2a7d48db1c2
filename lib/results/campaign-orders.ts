import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { idSchema } from "@/lib/inputs/row";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Where an order stands. They move scheduled → sending → sent or failed, or → unscheduled. */
export type OrderState = "scheduled" | "sending" | "sent" | "failed" | "unscheduled";

/** A send or a schedule of a campaign. Times are ISO 8601 UTC. */
export interface OrderRow {
  id: string;
  state: OrderState;
  /** When it was confirmed. */
  orderedAt: string;
  /** Who confirmed it; null where that is not recorded. */
  orderedBy: string | null;
  /** When it was scheduled for; null for what was sent at once. */
  startsAt: string | null;
  timezone: string | null;
  /** When it began to go out; null before. */
  startedAt: string | null;
  recipients: number;
  /** Requests that it takes, and how many of them were answered, and refused. */
  requests: number;
  answered: number;
  refused: number;
}

/** The orders of a campaign that are listed at most. */
export const mostOrders = 50;

/** The orders of a campaign, the latest first; sends that were undone are none. At most 50. */
export const campaignOrders = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<OrderRow[]> => {
    const rows = await sql.query<WithDates<OrderRow, "orderedAt" | "startsAt" | "startedAt">>(
      `SELECT o.id, o.state, o.created_at AS "orderedAt", m.name AS "orderedBy", o.starts_at AS "startsAt", o.timezone, o.started_at AS "startedAt",
         o.recipients, o.requests, o.answered, o.refused
       FROM campaign_order o LEFT JOIN member m ON m.id = o.ordered_by
       WHERE o.campaign_id = $1 AND o.service_id = $2 ORDER BY o.id DESC LIMIT ${mostOrders}`,
      [id, serviceId],
    );
    return rows.map(isoTimes);
  },
});
