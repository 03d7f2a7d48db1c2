import { database } from "@/lib/database/sql";
import { exportDevicesSchema, type DeviceFormat } from "@/lib/inputs/device-file";
import type { Subscription } from "@/lib/interface/subscription";
import { refuse } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { csvMark, csvText } from "../csv-text";
import { fittingDevice, narrowed, ofService, soughtDevices } from "./registered";

/** Devices as a file. */
export interface DeviceExport {
  name: string;
  format: DeviceFormat;
  /** The text of the file, a part at a time. */
  parts: AsyncGenerator<string, void, undefined>;
}

interface Row {
  id: string;
  appid: string;
  userid: string | null;
  deviceid: string;
  kind: string;
  fingerprint: string;
  pushid: string;
  subscription: Subscription | null;
  os: string | null;
  model: string | null;
  language: string | null;
  timezone: string | null;
  state: string;
  stateReason: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** So many devices are in memory at a time. */
const partRows = 2_000;
/** So many are handed out at most, in the order in which they were registered. */
const mostRows = 5_000_000;

const columns = `d.id, d.appid, u.userid, d.deviceid, d.kind, left(encode(d.push_hash, 'hex'), 12) AS fingerprint, d.pushid, d.subscription, d.os, d.model, d.language,
  d.timezone, d.state, d.state_reason AS "stateReason", d.created_at AS "createdAt", d.last_seen_at AS "lastSeenAt"`;
const users = `LEFT JOIN device_user u ON u.device_id = d.id ORDER BY d.id, u.userid`;

/**
 * Hands out registered devices, a row for each user of each, as CSV (no cell is run as a formula) or as lines of JSON, in the columns that an import takes. With
 * `tokens` a file has what messages are sent by, and can be imported again; without, a fingerprint of it.
 */
export const exportDevices = verb(
  "device.export",
  exportDevicesSchema,
  serviceNamed,
  async ({ serviceId }, { format, tokens, ...filter }) => {
    const given = narrowed(serviceId, filter);
    if (!given) refuse("No device has this.", "/text");
    const { appid = null, kind = null, state = null } = filter;
    const row: DeviceExport = { name: "devices", format, parts: partsOf(given, format, tokens) };
    // What was looked for may be a user id: the log is kept when a person's data is removed.
    return { row, entity: serviceId, event: { format, tokens, appid, kind, state, searched: given[9] !== null } };
  },
);

async function* partsOf(
  given: NonNullable<ReturnType<typeof narrowed>>,
  format: DeviceFormat,
  tokens: boolean,
): AsyncGenerator<string, void, undefined> {
  if (format === "csv") yield csvMark + csvText([Object.keys(memberOf(emptyRow, tokens))]);
  let last: string | null = null;
  for (let read = 0; read < mostRows; read += partRows) {
    const values: unknown[] = [...given, last];
    const rows: Row[] = await database().query<Row>(
      given[9] === null
        ? `SELECT ${columns} FROM (
             SELECT a.appid, x.* FROM app a CROSS JOIN LATERAL (
               SELECT * FROM device d WHERE ${fittingDevice} AND ($13::uuid IS NULL OR d.id > $13) ORDER BY d.id LIMIT ${partRows}
             ) x WHERE ${ofService} ORDER BY x.id LIMIT ${partRows}
           ) d ${users}`
        : `WITH ${soughtDevices} SELECT ${columns} FROM (
             SELECT a.appid, d.* FROM found f JOIN device d ON d.id = f.id JOIN app a ON a.id = d.app_id
             WHERE ${ofService} AND ${fittingDevice} AND ($13::uuid IS NULL OR d.id > $13) ORDER BY d.id LIMIT ${partRows}
           ) d ${users}`,
      values,
    );
    if (rows.length === 0) return;
    yield format === "csv"
      ? csvText(rows.map((row) => Object.values(memberOf(row, tokens)).map(cellOf)))
      : rows.map((row) => `${JSON.stringify(withoutNothing(memberOf(row, tokens)))}\n`).join("");
    last = rows.at(-1)?.id ?? last;
    if (new Set(rows.map(({ id }) => id)).size < partRows) return;
  }
}

/** By the names of the columns, in their order. */
function memberOf(row: Row, tokens: boolean): Record<string, unknown> {
  const { appid, userid, deviceid, kind, fingerprint, pushid, subscription, os, model, language, timezone } = row;
  return {
    appid,
    userid,
    deviceid,
    kind,
    ...(tokens ? { pushid: subscription === null ? pushid : null, subscription } : { fingerprint }),
    os,
    model,
    language,
    timezone,
    state: row.state,
    stateReason: row.stateReason,
    registered: row.createdAt.toISOString(),
    lastSeen: row.lastSeenAt.toISOString(),
  };
}

function cellOf(value: unknown): string {
  return value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

function withoutNothing(member: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(member).filter(([, value]) => value !== null && value !== ""));
}

/** For its names alone. */
const emptyRow: Row = {
  id: "",
  appid: "",
  userid: null,
  deviceid: "",
  kind: "",
  fingerprint: "",
  pushid: "",
  subscription: null,
  os: null,
  model: null,
  language: null,
  timezone: null,
  state: "",
  stateReason: null,
  createdAt: new Date(0),
  lastSeenAt: new Date(0),
};
