import { z } from "zod";
import type { DeliveryState } from "@/lib/interface/delivery-state";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { now } from "@/lib/runtime/clock";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type GivenView } from "@/lib/verb/view";
import { goneWebhooks, type GoneWebhook } from "./gone-webhooks";
import { zero, type Counts } from "./counts";

/** What Home shows. */
export interface Overview {
  last24h: Counts & { messages: number };
  /** 24 hours, oldest first; `hour` is its beginning, ISO 8601 UTC. Deliveries by their present state, at the hour they were queued. */
  hours: { hour: string; submitted: number; delivered: number; read: number; failed: number }[];
  /** Credentials that their provider refuses: messages wait. */
  flagged: { appid: string; provider: ProviderKind; reason: string }[];
  /** Webhooks that answered 410 and are told nothing since. */
  goneWebhooks: GoneWebhook[];
  /** What a newcomer has done already. */
  firstSteps: { sentOne: boolean; readOne: boolean; usedApi: boolean };
}

const hourMs = 3_600_000;

/** The last 24 hours of a service in figures. A campaign is one message, however many requests it takes; tests are left out. */
export const overview = view("service.view", z.object({ serviceId: z.string() }), serviceNamed, figures);

async function figures({ sql, actor, serviceId }: GivenView): Promise<Overview> {
  const thisHour = Math.floor(now() / hourMs) * hourMs;
  const since = new Date(thisHour - 23 * hourMs);
  // Ids are time-ordered: the first id of that moment bounds the scan of both tables.
  const firstId = idFloor(since);
  const [messages, deliveries, flagged, [steps], gone] = await Promise.all([
    sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM message WHERE service_id = $2 AND id >= $1 AND NOT part AND source <> 'test'`,
      [firstId, serviceId],
    ),
    sql.query<{ hour: Date; state: DeliveryState; n: number }>(
      `SELECT date_trunc('hour', queued_at) AS hour, state, count(*)::int AS n FROM delivery WHERE message_id >= $1 AND service_id = $2
         AND message_id NOT IN (SELECT id FROM message WHERE service_id = $2 AND id >= $1 AND NOT part AND source = 'test')
       GROUP BY 1, 2`,
      [firstId, serviceId],
    ),
    sql.query<Overview["flagged"][number]>(
      `SELECT a.appid, c.provider, coalesce(c.flag_reason, '') AS reason FROM credential c JOIN app a ON a.id = c.app_id
       WHERE a.service_id = $1 AND c.flagged_at IS NOT NULL ORDER BY a.appid, c.provider LIMIT 50`,
      [serviceId],
    ),
    // They lead through the sandbox: what has a history is not searched for them.
    sql.query<Overview["firstSteps"]>(
      `SELECT EXISTS (SELECT 1 FROM message WHERE service_id = s.id AND NOT part AND source = 'console') AS "sentOne",
         EXISTS (SELECT 1 FROM message m JOIN delivery d ON d.message_id = m.id WHERE m.service_id = s.id AND NOT m.part AND d.state = 'read') AS "readOne",
         EXISTS (SELECT 1 FROM message WHERE service_id = s.id AND NOT part AND source = 'api') AS "usedApi" FROM service s WHERE s.id = $1 AND s.sandbox`,
      [serviceId],
    ),
    goneWebhooks({ actor, tx: sql }, { serviceId }),
  ]);
  const hours = Array.from({ length: 24 }, (_, n) => ({
    hour: new Date(thisHour - (23 - n) * hourMs).toISOString(),
    submitted: 0,
    delivered: 0,
    read: 0,
    failed: 0,
  }));
  const total: Counts = { ...zero };
  for (const { hour, state, n } of deliveries) {
    total[state] += n;
    const bar = hours.find((one) => one.hour === hour.toISOString());
    const part = state === "expired" ? "failed" : state;
    if (bar && part !== "queued") bar[part] += n;
  }
  return {
    last24h: { ...total, messages: messages[0]?.n ?? 0 },
    hours,
    flagged,
    goneWebhooks: gone,
    firstSteps: steps ?? { sentOne: false, readOne: false, usedApi: false },
  };
}

/** The least UUIDv7 of a moment. */
function idFloor(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
