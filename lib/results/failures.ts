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
  /** All of the same days, failed or not. */
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
      isReason: boolean;
      code: string;
      description: string;
      count: number;
      transid: string | null;
    }>(
      `SELECT measure = 'reason' AS "isReason", code, description, sum(n)::int AS count, max(last_message_id::text) AS transid FROM ${rollups}
       WHERE service_id = $1 AND hour >= $2 AND source <> 'test' AND measure IN ('state', 'reason')
       GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 2, 3 LIMIT ${mostReasons + 2}`,
      [serviceId, new Date(now() - lookedBackMs)],
    );
    const reasons = rows.flatMap(({ isReason, transid, ...reason }) =>
      isReason && transid !== null ? [{ ...reason, transid }] : [],
    );
    return {
      reasons: reasons.slice(0, mostReasons),
      deliveries: rows.find(({ isReason }) => !isReason)?.count ?? 0,
      cut: reasons.length > mostReasons,
    };
  },
});
