import { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A campaign that is scheduled. */
export interface UpcomingRow {
  id: string;
  name: string;
  /** ISO 8601 UTC; null where none is stored. */
  startsAt: string | null;
  /** Why it does not go out at its time; null while it does. */
  stalled: string | null;
}

const filterSchema = z.object({ serviceId: z.string(), limit: z.int().min(1).max(50) });

/** The campaigns of a service that are scheduled, the one that goes out first at the top. */
export const listUpcoming = view({
  action: "service.view",
  input: filterSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { limit }): Promise<UpcomingRow[]> => {
    const rows = await sql.query<WithDates<UpcomingRow, "startsAt">>(
      `SELECT c.id, c.name, o.starts_at AS "startsAt", o.stalled FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id
     WHERE o.service_id = $1 AND o.state = 'scheduled' ORDER BY o.starts_at, o.id LIMIT $2`,
      [serviceId, limit],
    );
    return rows.map(isoTimes);
  },
});
