import { firstIdAt } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostCounted } from "@/lib/inputs/page";
import { now } from "@/lib/runtime/clock";

/** What depends on an app. Each is counted up to one more than `mostCounted`. */
export interface AppUse {
  /** Active ones. */
  devices: number;
  /** Campaigns that are scheduled to it, to other apps as well or not. */
  scheduled: number;
  /** Messages that are being sent. */
  underWay: number;
  /** Messages that programs sent to it in the last 24 hours. */
  posted: number;
}

const dayMs = 86_400_000;
const cap = `LIMIT ${mostCounted + 1}`;

/** Counts what depends on an app of a service. */
export async function appUse(
  sql: Sql,
  { id, appid, serviceId }: { id: string; appid: string; serviceId: string },
): Promise<AppUse> {
  const [use] = await sql.query<AppUse>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM device d WHERE d.app_id = $1 AND d.state = 'active' ${cap}) x) AS devices,
       (SELECT count(*)::int FROM (SELECT 1 FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.service_id = $3 AND o.state = 'scheduled' AND (c.app_id = $1 OR $2 = ANY(o.more_appids)) ${cap}) x) AS scheduled,
       (SELECT count(*)::int FROM (SELECT 1 FROM message m WHERE m.app_id = $1 AND m.state <> 'done' ${cap}) x) AS "underWay",
       (SELECT count(*)::int FROM (SELECT 1 FROM message m WHERE m.app_id = $1 AND m.id >= $4 AND m.source = 'api' ${cap}) x) AS posted`,
    [id, appid, serviceId, firstIdAt(now() - dayMs)],
  );
  return use ?? { devices: 0, scheduled: 0, underWay: 0, posted: 0 };
}
