import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type ViewScope } from "@/lib/verb/view";

/** A webhook that answered 410 and gets nothing since. */
export interface GoneWebhook {
  id: string;
  service: string;
  url: string;
  /** When it was switched off, ISO 8601 UTC. */
  since: string;
}

const mostListed = 20;

/**
 * Webhooks of a service that answered 410, the latest first; at most 20. Those that a member
 * switched off are left out.
 */
export const goneWebhooks = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: switchedOff,
});

async function switchedOff({ sql, serviceId }: ViewScope): Promise<GoneWebhook[]> {
  const rows = await sql.query<WithDates<GoneWebhook, "since">>(
    `SELECT w.id, s.name AS service, w.url, w.disabled_at AS since FROM webhook w JOIN service s ON s.id = w.service_id
     WHERE w.service_id = $1 AND w.disabled_at IS NOT NULL AND NOT w.switched_off ORDER BY w.disabled_at DESC LIMIT ${mostListed}`,
    [serviceId],
  );
  return rows.map(isoTimes);
}
