import { z } from "zod";
import { isId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { mostCounted, pageInput } from "@/lib/inputs/page";
import { isSendable } from "@/lib/interface/text";
import { pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type ViewScope } from "@/lib/verb/view";
import type { RegisteredDevice } from "./registered";

/** A registered device as the console shows it. */
export interface DeviceRow extends Omit<
  RegisteredDevice,
  "fingerprint" | "language" | "timezone" | "stateReason" | "createdAt"
> {
  pushid: string;
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
  ...pageInput,
  limit: z.number().optional(),
});

const mostRows = 200;
/**
 * A text is looked for among so many of the newest devices, and in user ids and push ids that are
 * written in full among all.
 */
const mostSearched = 20_000;

const ofService = `a.service_id = $1 AND ($2::text IS NULL OR a.appid = $2)`;
const apps = `(SELECT a.id FROM app a WHERE ${ofService})`;
/**
 * A device of app `a`, as a range and sorted by the app too, so that only the index of both has
 * this order. With `=` and the id alone the planner may choose the primary key, and then reads
 * through the devices of large apps to find those of a small one.
 */
const older = `d.app_id >= a.id AND (d.app_id, d.id) < (a.id, coalesce($8::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;
const newer = `d.app_id <= a.id AND (d.app_id, d.id) > (a.id, coalesce($8::uuid, '00000000-0000-0000-0000-000000000000'))`;
const every = `d.app_id >= a.id AND d.app_id <= a.id`;
/** Looked for once, however many apps there are, and not at all without a text. */
const search = `WITH found AS MATERIALIZED (
  SELECT d.id FROM (
    SELECT x.id, x.model, x.os, x.kind FROM app a CROSS JOIN LATERAL (
      SELECT d.id, d.model, d.os, d.kind FROM device d WHERE ${every} ORDER BY d.app_id DESC, d.id DESC LIMIT ${mostSearched}
    ) x WHERE ${ofService} ORDER BY x.id DESC LIMIT ${mostSearched}
  ) d
  WHERE strpos(lower(concat_ws(' ', d.model, d.os, d.kind)), lower($7)) > 0
    OR EXISTS (SELECT 1 FROM device_user u WHERE u.device_id = d.id AND strpos(lower(u.userid), lower($7)) > 0)
  UNION SELECT u.device_id FROM device_user u WHERE u.userid = $7 AND u.app_id IN ${apps}
  UNION SELECT x.id FROM device x WHERE x.push_hash = sha256(convert_to($7, 'UTF8')) AND x.app_id IN ${apps})`;
const columns = `d.id, a.appid, d.kind, d.pushid, d.deviceid, d.model, d.os, d.state, d.simulated, d.last_seen_at AS "lastSeenAt",
  ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 20) AS userids`;
const fitting = `($3::text IS NULL OR d.id = ANY(ARRAY(SELECT u.device_id FROM device_user u WHERE u.userid = $3 AND u.app_id IN ${apps})))
  AND ($4::boolean IS NULL OR d.simulated = $4) AND ($5::text IS NULL OR d.state = $5) AND ($6::uuid[] IS NULL OR d.id = ANY($6))
  AND ($7::text IS NULL OR d.id IN (SELECT f.id FROM found f))`;

/**
 * Returns devices of a service, newest first; none for a text that cannot be stored. At most 200 a
 * page, 50 by default.
 */
export const listDevices = view({
  action: "service.view",
  input: filterSchema,
  service: serviceNamed,
  run: devicesOf,
});

async function devicesOf(
  { sql, serviceId }: ViewScope,
  filter: z.output<typeof filterSchema>,
): Promise<PageOf<DeviceRow>> {
  if (
    [filter.appid, filter.userid, filter.text].some(
      (text) => text !== undefined && !isSendable(text),
    )
  )
    return { rows: [], next: null, previous: null, total: 0 };
  const { after, before } = filter;
  const filterValues = [
    serviceId,
    filter.appid ?? null,
    filter.userid ?? null,
    filter.simulated ?? null,
    filter.state ?? null,
    filter.ids?.filter(isId) ?? null,
    filter.text?.trim() || null,
  ] as const;
  const page = await pageOf(
    { after, before, limit: Math.min(Math.max(filter.limit ?? 50, 1), mostRows) },
    undefined,
    ({ place, back, limit }) =>
      sql.query<WithDates<DeviceRow, "lastSeenAt">>(
        // A page of each app, by the index that has its devices in order; of those the page of all.
        // However many devices there are, no others are read.
        back
          ? `${search} SELECT ${columns} FROM app a CROSS JOIN LATERAL (
               SELECT * FROM device d WHERE ${newer} AND ${fitting} ORDER BY d.app_id, d.id LIMIT $9
             ) d WHERE ${ofService} ORDER BY d.id LIMIT $9`
          : `${search} SELECT ${columns} FROM app a CROSS JOIN LATERAL (
               SELECT * FROM device d WHERE ${older} AND ${fitting} ORDER BY d.app_id DESC, d.id DESC LIMIT $9
             ) d WHERE ${ofService} ORDER BY d.id DESC LIMIT $9`,
        [...filterValues, place?.id ?? null, limit],
      ),
    () =>
      sql.query<{ n: number }>(
        `${search} SELECT count(*)::int AS n FROM (
           SELECT 1 FROM app a CROSS JOIN LATERAL (
             SELECT d.id FROM device d WHERE ${every} AND ${fitting} ORDER BY d.app_id DESC, d.id DESC LIMIT ${mostCounted + 1}
           ) d WHERE ${ofService} LIMIT ${mostCounted + 1}
         ) x`,
        [...filterValues],
      ),
  );
  return { ...page, rows: page.rows.map(isoTimes) };
}
