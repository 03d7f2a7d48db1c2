import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { now } from "@/lib/runtime/clock";
import { goneWebhooks, type GoneWebhook } from "./gone-webhooks";
import type { DeliveryState } from "@/lib/interface/delivery-state";
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

/** The last 24 hours in figures. */
export async function overview(member: Member): Promise<Overview> {
  assertRole(member, "viewer");
  const thisHour = Math.floor(now() / hourMs) * hourMs;
  const since = new Date(thisHour - 23 * hourMs);
  // Ids are time-ordered: the first id of that moment bounds the scan of both tables.
  const firstId = idFloor(since);
  const [messages, deliveries, flagged, [steps], gone] = await Promise.all([
    database().query<{ n: number }>("SELECT count(*)::int AS n FROM message WHERE id >= $1", [firstId]),
    database().query<{ hour: Date; state: DeliveryState; n: number }>(
      "SELECT date_trunc('hour', queued_at) AS hour, state, count(*)::int AS n FROM delivery WHERE message_id >= $1 GROUP BY 1, 2",
      [firstId],
    ),
    database().query<Overview["flagged"][number]>(
      `SELECT a.appid, c.provider, coalesce(c.flag_reason, '') AS reason FROM credential c JOIN app a ON a.id = c.app_id WHERE c.flagged_at IS NOT NULL
       ORDER BY a.appid, c.provider LIMIT 50`,
    ),
    database().query<Overview["firstSteps"]>(
      `SELECT EXISTS (SELECT 1 FROM message WHERE source = 'console') AS "sentOne", EXISTS (SELECT 1 FROM delivery WHERE read_at IS NOT NULL) AS "readOne",
         EXISTS (SELECT 1 FROM message WHERE source = 'api') AS "usedApi"`,
    ),
    goneWebhooks(database(), { kind: "member", member }),
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
