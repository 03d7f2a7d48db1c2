import { serviceIdSchema } from "@/lib/inputs/service";
import { now } from "@/lib/runtime/clock";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { rollups } from "./rollups";

/** Why deliveries of a service failed lately. */
export interface Failures {
  /**
   * The same code and wording together, the most frequent first; `transid`: the latest message that
   * it happened to.
   */
  reasons: { code: string; description: string; count: number; transid: string }[];
  /** All of the same days, failed or not; of those that failed for the reasons that are listed. */
  deliveries: number;
  /** Whether there were more wordings than are listed: the most frequent ones. */
  cut: boolean;
}

const lookedBackMs = 7 * 86_400_000;
/** Wordings, since what providers write may be anything. */
const mostReasons = 500;

/** Counts why deliveries of the last 7 days failed; tests are left out. */
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
      transid: string | null;
    }>(
      `SELECT failed, code, description, sum(n)::int AS count, max(last_message_id::text) AS transid FROM (
         SELECT state IN ('failed', 'expired') AS failed, code, description, last_message_id, n FROM ${rollups}
         WHERE service_id = $1 AND hour >= $2 AND source <> 'test' AND measure = 'state'
       ) x GROUP BY failed, code, description HAVING sum(n) > 0 ORDER BY failed, count DESC, code, description LIMIT ${mostReasons + 1}`,
      [serviceId, new Date(now() - lookedBackMs)],
    );
    const deliveries = rows.reduce((sum, { count }) => sum + count, 0);
    return {
      reasons: rows.flatMap(({ failed, transid, ...reason }) =>
        failed && transid !== null ? [{ ...reason, transid }] : [],
      ),
      deliveries,
      cut: rows.length > mostReasons,
    };
  },
});
