import type { Sql } from "@/lib/database/sql";
import { serviceIdSchema } from "@/lib/inputs/service";
import { now } from "@/lib/runtime/clock";
import { countRows } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { countsOfCampaigns, type Counts } from "./counts";

/** A campaign that reached hardly anybody. */
interface FailedCampaign {
  id: string;
  name: string;
  /** Deliveries that failed or expired, of all of them. */
  lost: number;
  total: number;
}

/** What needs attention. */
export interface Attention {
  /**
   * Delivery updates that were given up; one more than `mostCounted` where there are more than
   * that.
   */
  parked: number;
  /**
   * Campaigns of the last seven days of whose deliveries more than half were lost, the latest
   * first.
   */
  failedCampaigns: FailedCampaign[];
}

const weekMs = 7 * 24 * 3_600_000;
/**
 * Campaigns that are looked through, those that changed last; and those whose deliveries are
 * counted, those that began last.
 */
const mostSearched = 1_000;
const mostJudged = 20;

/**
 * What is left undone in a service until a member sees to it; `overview` also reports refused
 * credentials and webhooks that are gone.
 */
export const needsAttention = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<Attention> => {
    const [[parked], failedCampaigns] = await Promise.all([
      sql.query<{ n: number }>(
        countRows(`FROM "update" WHERE service_id = $1 AND state = 'parked'`),
        [serviceId],
      ),
      campaignsThatFailed(sql, serviceId),
    ]);
    return { parked: parked?.n ?? 0, failedCampaigns };
  },
});

async function campaignsThatFailed(sql: Sql, serviceId: string): Promise<FailedCampaign[]> {
  const rows = await sql.query<{ id: string; name: string }>(
    `SELECT c.id, c.name FROM (
       SELECT c.id, c.name, o.started_at FROM campaign_order o JOIN campaign c ON c.order_id = o.id AND c.archived_at IS NULL
       WHERE o.service_id = $1 ORDER BY o.updated_at DESC LIMIT ${mostSearched}
     ) c WHERE c.started_at >= $2 ORDER BY c.started_at DESC LIMIT ${mostJudged}`,
    [serviceId, new Date(now() - weekMs)],
  );
  const counts = await countsOfCampaigns(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const { lost, total } = lostOf(counts.get(row.id));
    return lost > total / 2 ? [{ ...row, lost, total }] : [];
  });
}

function lostOf(counts: Counts | undefined): { lost: number; total: number } {
  if (!counts) return { lost: 0, total: 0 };
  return {
    lost: counts.failed + counts.expired,
    total: Object.values(counts).reduce((sum, n) => sum + n, 0),
  };
}
