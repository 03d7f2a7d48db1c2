import { firstIdAt } from "@/lib/database/id";
import { mostCountedDeliveries } from "@/lib/inputs/overview-range";
import { serviceIdSchema } from "@/lib/inputs/service";
import { now } from "@/lib/runtime/clock";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Why deliveries of a service failed lately. */
export interface Failures {
  /**
   * The same code and wording together, the most frequent first; `transid`: the latest message that
   * it happened to.
   */
  reasons: { code: string; description: string; count: number; transid: string }[];
  /** All that were looked at, failed or not. */
  deliveries: number;
  /**
   * Whether there were more deliveries, or other wordings, than are looked at: the newest, and the
   * most frequent.
   */
  cut: boolean;
}

const lookedBackMs = 7 * 86_400_000;
/** Wordings, since what providers write may be anything. */
const mostReasons = 500;

/**
 * Counts why deliveries of the last 7 days failed, among the newest {@link mostCountedDeliveries}
 * of them; tests are left out.
 */
export const listFailures = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<Failures> => {
    const rows = await sql.query<{
      failed: boolean;
      code: string;
      description: string;
      count: number;
      transid: string;
    }>(
      `SELECT failed, code, description, count(*)::int AS count, max(id::text) AS transid FROM (
       SELECT m.id, d.state IN ('failed', 'expired') AS failed,
         CASE WHEN d.state IN ('failed', 'expired') THEN d.code ELSE '' END AS code,
         CASE WHEN d.state IN ('failed', 'expired') THEN d.description ELSE '' END AS description
       FROM message m JOIN delivery d ON d.message_id = m.id
       WHERE m.service_id = $2 AND m.id >= $1 AND m.source <> 'test' ORDER BY m.id DESC LIMIT ${mostCountedDeliveries}
     ) x GROUP BY failed, code, description ORDER BY failed, count DESC, code, description LIMIT ${mostReasons + 1}`,
      [firstIdAt(now() - lookedBackMs), serviceId],
    );
    const deliveries = rows.reduce((sum, { count }) => sum + count, 0);
    return {
      reasons: rows.flatMap(({ failed, ...reason }) => (failed ? [reason] : [])),
      deliveries,
      cut: rows.length > mostReasons || deliveries === mostCountedDeliveries,
    };
  },
});
