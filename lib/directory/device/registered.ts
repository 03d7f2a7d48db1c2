import type { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { mostCounted } from "@/lib/inputs/page";
import {
  seenBounds,
  registeredDevicesSchema,
  type DeviceState,
} from "@/lib/inputs/registered-devices";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import { isSendable } from "@/lib/interface/text";
import { now } from "@/lib/runtime/clock";
import { pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type ViewScope } from "@/lib/verb/view";
import { keptIosPushId, keptPushId } from "../suppression/suppressed";
import { hashPushId } from "./register-push-ids";

/**
 * A registered device as lists show it: of its push id a fingerprint alone. Times are ISO 8601 UTC.
 */
export interface RegisteredDevice {
  id: string;
  appid: string;
  kind: DeviceKind;
  /** The first 12 hexadecimal digits of the SHA-256 of its push id. */
  fingerprint: string;
  deviceid: string;
  model: string | null;
  os: string | null;
  language: string | null;
  timezone: string | null;
  /** At most 20. */
  userids: string[];
  state: DeviceState;
  stateReason: string | null;
  /** One of the sandbox's. */
  simulated: boolean;
  createdAt: string;
  lastSeenAt: string;
}

type Row = WithDates<RegisteredDevice, "createdAt" | "lastSeenAt">;

type Filter = z.output<typeof registeredDevicesSchema>;

const pageRows = 50;
/** Of a beginning that fits more users than that, so many of their devices are looked at. */
const mostFound = 20_000;

/** What a list of devices is narrowed to: $1 the service, $2 an app, then what devices have. */
export const ofService = `a.service_id = $1 AND ($2::text IS NULL OR a.appid = $2)`;
/** Devices `d` of app `a` that fit, but for what was looked for. */
export const fittingDevice = `d.app_id = a.id AND ($3::text IS NULL OR d.state = $3) AND ($4::text IS NULL OR d.kind = $4) AND ($5::text IS NULL OR d.language = $5)
  AND ($6::text IS NULL OR d.timezone = $6) AND ($7::timestamptz IS NULL OR d.last_seen_at >= $7) AND ($8::timestamptz IS NULL OR d.last_seen_at < $8)
  AND ($9::boolean IS NULL OR d.simulated = $9) AND ($10::text IS NULL OR $11::text[] IS NULL OR $12::text[] IS NULL OR true)`;
/**
 * The devices that were looked for: by the beginning of a user id $10, a device id $10, or the
 * SHA-256 of a push id in $11, of the kinds $12.
 */
export const soughtDevices = `found AS MATERIALIZED (
  (SELECT u.device_id AS id FROM app a JOIN device_user u ON u.app_id = a.id AND u.userid ~>=~ $10 AND u.userid ~<~ ($10 || chr(1114111)) WHERE ${ofService} LIMIT ${mostFound})
  UNION (SELECT x.id FROM app a JOIN device x ON x.app_id = a.id AND x.deviceid = $10 WHERE ${ofService} LIMIT ${mostFound})
  UNION SELECT x.id FROM app a CROSS JOIN unnest($11::text[]) AS h(hash)
    JOIN device x ON x.app_id = a.id AND x.kind = ANY($12::text[]) AND x.push_hash = decode(h.hash, 'hex') WHERE ${ofService}
)`;
const columns = `d.id, a.appid, d.kind, left(encode(d.push_hash, 'hex'), 12) AS fingerprint, d.deviceid, d.model, d.os, d.language, d.timezone, d.state,
  d.state_reason AS "stateReason", d.simulated, d.created_at AS "createdAt", d.last_seen_at AS "lastSeenAt",
  ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 20) AS userids`;

const seenAt = `(to_timestamp($13::float8 / 1000), $14::uuid)`;
const bySeen: SortKey<Row> = {
  of: ({ lastSeenAt }) => String(lastSeenAt.getTime()),
  fits: /^\d{1,14}$/,
};

/**
 * A page of the devices that were looked for; else of each app, by an index that has its devices in
 * order, and of those the page of all.
 */
function registered(searching: boolean, beyond: string, order: string): string {
  return searching
    ? `WITH ${soughtDevices} SELECT ${columns} FROM found f JOIN device d ON d.id = f.id JOIN app a ON a.id = d.app_id
       WHERE ${ofService} AND ${fittingDevice} AND ($13::text IS NULL OR ${beyond}) AND ($14::uuid IS NULL OR ${beyond}) ORDER BY ${order} LIMIT $15`
    : `SELECT ${columns} FROM app a CROSS JOIN LATERAL (
         SELECT * FROM device d WHERE ${fittingDevice} AND ($13::text IS NULL OR ${beyond}) AND ($14::uuid IS NULL OR ${beyond}) ORDER BY ${order} LIMIT $15
       ) d WHERE ${ofService} ORDER BY ${order} LIMIT $15`;
}

/**
 * Returns the parameters of {@link fittingDevice} and {@link soughtDevices}, in their order;
 * undefined if no device can match the filter.
 */
export function narrowed(
  serviceId: string,
  filter: Omit<Filter, "sort" | "after" | "before" | "serviceId">,
) {
  const { appid, state, kind, language, timezone, seen, simulated } = filter;
  if (
    ![appid, language, timezone, filter.text].every((one) => one === undefined || isSendable(one))
  )
    return undefined;
  const { from, to } = seenBounds(seen, now());
  const text = normalId("userid", filter.text ?? "") || null;
  const hashes =
    text === null
      ? []
      : [...new Set([text, keptPushId(text), keptIosPushId(text) ?? text])].map(hashPushId);
  return [
    serviceId,
    appid ?? null,
    state ?? null,
    kind ?? null,
    language ?? null,
    timezone ?? null,
    from === null ? null : new Date(from),
    to === null ? null : new Date(to),
    simulated ?? null,
    text,
    hashes,
    [...deviceKinds],
  ] as const;
}

/**
 * Returns the registered devices of a service, the last seen first, 50 a page; none for a text that
 * cannot be stored.
 */
export const listRegistered = view({
  action: "service.view",
  input: registeredDevicesSchema,
  service: serviceNamed,
  run: registeredIn,
});

async function registeredIn(
  { sql, serviceId }: ViewScope,
  { sort, after, before, ...filter }: Filter,
): Promise<PageOf<RegisteredDevice>> {
  const filterValues = narrowed(serviceId, filter);
  if (!filterValues) return { rows: [], next: null, previous: null, total: 0 };
  const searching = filterValues[9] !== null;
  const seen = sort.endsWith("seen");
  const page = await pageOf(
    { after, before, limit: pageRows },
    seen ? bySeen : undefined,
    ({ place, back, limit }) => {
      const up = sort.startsWith("-") === back;
      const values = [...filterValues, seen && place ? place.key : null, place?.id ?? null, limit];
      if (seen)
        return sql.query<Row>(
          up
            ? registered(searching, `(d.last_seen_at, d.id) > ${seenAt}`, "d.last_seen_at, d.id")
            : registered(
                searching,
                `(d.last_seen_at, d.id) < ${seenAt}`,
                "d.last_seen_at DESC, d.id DESC",
              ),
          values,
        );
      return sql.query<Row>(
        up
          ? registered(searching, "d.id > $14::uuid", "d.id")
          : registered(searching, "d.id < $14::uuid", "d.id DESC"),
        values,
      );
    },
    () =>
      sql.query<{ n: number }>(
        searching
          ? `WITH ${soughtDevices} SELECT count(*)::int AS n FROM (
               SELECT 1 FROM found f JOIN device d ON d.id = f.id JOIN app a ON a.id = d.app_id WHERE ${ofService} AND ${fittingDevice} LIMIT ${mostCounted + 1}
             ) x`
          : `SELECT count(*)::int AS n FROM (
               SELECT 1 FROM app a CROSS JOIN LATERAL (
                 SELECT 1 FROM device d WHERE ${fittingDevice} ORDER BY d.last_seen_at DESC, d.id DESC LIMIT ${mostCounted + 1}
               ) d WHERE ${ofService} LIMIT ${mostCounted + 1}
             ) x`,
        [...filterValues],
      ),
  );
  return { ...page, rows: page.rows.map(isoTimes) };
}
