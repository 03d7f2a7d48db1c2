import { z } from "zod";
import { barsOf, overviewRanges } from "@/lib/inputs/overview-range";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";
import { now } from "@/lib/runtime/clock";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type ViewScope } from "@/lib/verb/view";
import { zero, type Counts } from "./counts";
import { goneWebhooks, type GoneWebhook } from "./gone-webhooks";
import { rollups } from "./rollups";

/** What Home shows. */
export interface Overview {
  /** Of all of the range. */
  total: Counts & { messages: number };
  /**
   * Parts of the range, oldest first; `at` is where each begins, ISO 8601 UTC. Deliveries by their
   * present state, in the part in which they were queued.
   */
  bars: { at: string; submitted: number; delivered: number; read: number; failed: number }[];
  /** Credentials that their provider refuses: messages wait. */
  flagged: { appid: string; provider: ProviderKind; reason: string }[];
  /** Webhooks that answered 410 and get nothing since. */
  goneWebhooks: GoneWebhook[];
  /** What a newcomer has done already. */
  firstSteps: { sentOne: boolean; readOne: boolean; usedApi: boolean };
}

const hourMs = 3_600_000;

const overviewSchema = z.object({
  serviceId: z.string(),
  range: z.enum(overviewRanges).default("24h"),
});

/**
 * The last 24 hours, 7 days or 30 days of a service in figures. A campaign is one message, however
 * many requests it takes; tests are left out.
 */
export const overview = view({
  action: "service.view",
  input: overviewSchema,
  service: serviceNamed,
  run: figures,
});

async function figures(
  { sql, actor, serviceId }: ViewScope,
  { range }: z.output<typeof overviewSchema>,
): Promise<Overview> {
  const { bars: count, barHours } = barsOf(range);
  const barMs = barHours * hourMs;
  const lastBar = Math.floor(now() / barMs) * barMs;
  const since = lastBar - (count - 1) * barMs;
  const [figuresByBar, flagged, [steps], gone] = await Promise.all([
    sql.query<{ at: Date; state: DeliveryState | ""; n: number }>(
      `SELECT date_bin($3 * interval '1 hour', hour, timestamptz 'epoch') AS at, state, sum(n)::int AS n FROM ${rollups}
       WHERE service_id = $1 AND hour >= $2 AND source <> 'test' AND measure IN ('messages', 'state') GROUP BY 1, 2`,
      [serviceId, new Date(since), barHours],
    ),
    sql.query<Overview["flagged"][number]>(
      `SELECT a.appid, c.provider, coalesce(c.flag_reason, '') AS reason FROM credential c JOIN app a ON a.id = c.app_id
       WHERE a.service_id = $1 AND c.flagged_at IS NOT NULL ORDER BY a.appid, c.provider LIMIT 50`,
      [serviceId],
    ),
    // They lead through the sandbox: what has a history is not searched for them.
    sql.query<Overview["firstSteps"]>(
      `SELECT EXISTS (SELECT 1 FROM message WHERE service_id = s.id AND NOT part AND source = 'console') AS "sentOne",
         EXISTS (SELECT 1 FROM ${rollups} WHERE service_id = s.id AND measure = 'reached' AND state = 'read') AS "readOne",
         EXISTS (SELECT 1 FROM message WHERE service_id = s.id AND NOT part AND source = 'api') AS "usedApi" FROM service s WHERE s.id = $1 AND s.sandbox`,
      [serviceId],
    ),
    goneWebhooks({ actor, tx: sql }, { serviceId }),
  ]);
  const bars = Array.from({ length: count }, (_, n) => ({
    at: new Date(since + n * barMs).toISOString(),
    submitted: 0,
    delivered: 0,
    read: 0,
    failed: 0,
  }));
  const total = { ...zero, messages: 0 };
  for (const { at, state, n } of figuresByBar) {
    total[state || "messages"] += n;
    const bar = bars.find((one) => one.at === at.toISOString());
    const part = state === "expired" ? "failed" : state;
    if (bar && part !== "queued" && part !== "capped" && part !== "") bar[part] += n;
  }
  return {
    total,
    bars,
    flagged,
    goneWebhooks: gone,
    firstSteps: steps ?? { sentOne: false, readOne: false, usedApi: false },
  };
}
