import { database } from "@/lib/database/sql";
import { csvMark, csvText } from "@/lib/inputs/csv-text";
import { exportDevicesSchema, type DeviceFormat } from "@/lib/inputs/registered-devices";
import type { Subscription } from "@/lib/interface/subscription";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { partRows, type FileInParts } from "../csv-parts";
import {
  fittingDevice,
  narrowed,
  ofService,
  soughtDevices,
  type RegisteredDevice,
} from "./registered";

interface Row extends Omit<RegisteredDevice, "userids" | "simulated" | "createdAt" | "lastSeenAt"> {
  userid: string | null;
  /** Null where there is a subscription. */
  pushid: string | null;
  subscription: Subscription | null;
  registered: Date;
  lastSeen: Date;
}

/** So many are handed out at most, in the order in which they were registered. */
const mostRows = 5_000_000;

const columns = `d.id, d.appid, u.userid, d.deviceid, d.kind, left(encode(d.push_hash, 'hex'), 12) AS fingerprint,
  CASE WHEN d.subscription IS NULL THEN d.pushid END AS pushid, d.subscription, d.os, d.model, d.language,
  d.timezone, d.state, d.state_reason AS "stateReason", d.created_at AS registered, d.last_seen_at AS "lastSeen"`;
const users = `LEFT JOIN device_user u ON u.device_id = d.id ORDER BY d.id, u.userid`;

/**
 * Hands out registered devices, a row for each user of each, as CSV (no cell is run as a formula)
 * or as lines of JSON, in the columns that an import takes. With `tokens` a file has what messages
 * are sent by, and can be imported again; without, a fingerprint of it.
 */
export const exportDevices = verb({
  action: "device.export",
  input: exportDevicesSchema,
  service: serviceNamed,
  run: async ({ serviceId }, { format, tokens, ...filter }) => {
    const filterValues = narrowed(serviceId, filter);
    if (!filterValues) rejectInput("No device has this.", "/text");
    const { appid = null, kind = null, state = null } = filter;
    const row: FileInParts & { format: DeviceFormat } = {
      name: "devices",
      format,
      parts: partsOf(filterValues, format, tokens),
    };
    // The search text may be a user id, and the log remains when a person's data is erased.
    return {
      row,
      entity: serviceId,
      event: { format, tokens, appid, kind, state, searched: filterValues[9] !== null },
    };
  },
});

async function* partsOf(
  filterValues: NonNullable<ReturnType<typeof narrowed>>,
  format: DeviceFormat,
  tokens: boolean,
): FileInParts["parts"] {
  const names = namesOf(tokens);
  if (format === "csv") yield csvMark + csvText([names]);
  let last: string | null = null;
  for (let read = 0; read < mostRows; read += partRows) {
    const values: unknown[] = [...filterValues, last];
    const rows: Row[] = await database().query<Row>(
      filterValues[9] === null
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
      ? csvText(rows.map((row) => names.map((name) => cellOf(row[name]))))
      : rows.map((row) => lineOf(row, names)).join("");
    last = rows.at(-1)?.id ?? last;
    if (new Set(rows.map(({ id }) => id)).size < partRows) return;
  }
}

/** The columns in their order. */
function namesOf(tokens: boolean): (keyof Row)[] {
  const address: (keyof Row)[] = tokens ? ["pushid", "subscription"] : ["fingerprint"];
  const rest: (keyof Row)[] = [
    "os",
    "model",
    "language",
    "timezone",
    "state",
    "stateReason",
    "registered",
    "lastSeen",
  ];
  return ["appid", "userid", "deviceid", "kind", ...address, ...rest];
}

function cellOf(value: Row[keyof Row]): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** A line of JSON, without members that are empty. */
function lineOf(row: Row, names: readonly (keyof Row)[]): string {
  const members = names
    .map((name) => [name, row[name]] as const)
    .filter(([, value]) => value !== null && value !== "");
  return `${JSON.stringify(Object.fromEntries(members))}\n`;
}
