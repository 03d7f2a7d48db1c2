import { z } from "zod";
import { isId } from "@/lib/database/id";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type GivenView } from "@/lib/verb/view";

/** A registered device as the console shows it. */
export interface DeviceRow {
  id: string;
  appid: string;
  kind: DeviceKind;
  pushid: string;
  deviceid: string;
  model: string | null;
  os: string | null;
  userids: string[];
  state: "active" | "invalid" | "removed";
  /** One of the sandbox's. */
  simulated: boolean;
  lastSeenAt: string;
}

/** Which devices of a service are listed; what is left out does not matter. */
const filterSchema = z.object({
  serviceId: z.string(),
  appid: z.string().optional(),
  userid: z.string().optional(),
  simulated: z.boolean().optional(),
  state: z.enum(["active", "invalid", "removed"]).optional(),
  /** Part of a user id, of the model, the system or the kind, in any case; or a whole push id. */
  text: z.string().optional(),
  ids: z.array(z.string()).optional(),
  after: z.string().optional(),
  limit: z.number().optional(),
});

const mostRows = 200;
/** A text is looked for among so many of the newest devices, and in user ids and push ids that are written in full among all. */
const mostSearched = 20_000;

const apps = `(SELECT y.id FROM app y WHERE y.service_id = $9 AND ($1::text IS NULL OR y.appid = $1))`;
const search = `d.id IN (
  SELECT d.id FROM (
    SELECT x.id, x.model, x.os, x.kind FROM device x WHERE x.app_id IN ${apps} ORDER BY x.id DESC LIMIT ${mostSearched}
  ) d
  WHERE strpos(lower(concat_ws(' ', d.model, d.os, d.kind)), lower($8)) > 0
    OR EXISTS (SELECT 1 FROM device_user u WHERE u.device_id = d.id AND strpos(lower(u.userid), lower($8)) > 0)
  UNION SELECT u.device_id FROM device_user u WHERE u.userid = $8 AND u.app_id IN ${apps}
  UNION SELECT x.id FROM device x WHERE x.push_hash = sha256(convert_to($8, 'UTF8')) AND x.app_id IN ${apps})`;

/**
 * Devices of a service, newest first, none for a text that nothing kept can hold; paged by key: pass `next` of one page as `after` of the following one. At
 * most 200 a page, 50 by default.
 */
export const listDevices = view("service.view", filterSchema, serviceNamed, devicesOf);

async function devicesOf(
  { sql, serviceId }: GivenView,
  filter: z.output<typeof filterSchema>,
): Promise<{ rows: DeviceRow[]; next: string | null }> {
  if ([filter.appid, filter.userid, filter.text].some((text) => text !== undefined && !isSendable(text))) return { rows: [], next: null };
  const limit = Math.min(Math.max(filter.limit ?? 50, 1), mostRows);
  const rows = await sql.query<Omit<DeviceRow, "lastSeenAt"> & { lastSeenAt: Date }>(
    `SELECT d.id, a.appid, d.kind, d.pushid, d.deviceid, d.model, d.os, d.state, d.simulated, d.last_seen_at AS "lastSeenAt",
       ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 20) AS userids
     FROM device d JOIN app a ON a.id = d.app_id
     WHERE a.service_id = $9 AND ($1::text IS NULL OR a.appid = $1)
       AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM device_user u WHERE u.app_id = d.app_id AND u.device_id = d.id AND u.userid = $2))
       AND ($3::uuid IS NULL OR d.id < $3) AND ($5::boolean IS NULL OR d.simulated = $5)
       AND ($6::text IS NULL OR d.state = $6) AND ($7::uuid[] IS NULL OR d.id = ANY($7)) AND ($8::text IS NULL OR ${search})
     ORDER BY d.id DESC LIMIT $4`,
    [
      filter.appid ?? null,
      filter.userid ?? null,
      filter.after && isId(filter.after) ? filter.after : null,
      limit + 1,
      filter.simulated ?? null,
      filter.state ?? null,
      filter.ids?.filter(isId) ?? null,
      filter.text?.trim() || null,
      serviceId,
    ],
  );
  const page = rows.slice(0, limit).map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.toISOString() }));
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
