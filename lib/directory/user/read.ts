import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import type { AttributeValue } from "@/lib/inputs/attribute";
import { mostUserDevices, userSchema } from "@/lib/inputs/user";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readAttributes, type Attributes, type StoredValues } from "./attributes";

/** What is stored of a user. Times are ISO 8601 UTC. */
export interface StoredUser {
  userid: string;
  /** Values by the names of attributes, in their order. */
  attributes: Record<string, AttributeValue>;
  language: string | null;
  timezone: string | null;
  /** When a device of theirs registered for the first and the last time; null while none has. */
  firstSeenAt: string | null;
  lastSeenAt: string | null;
}

/** A device of a user, as programs that know the user may see it: without its push id. */
export interface DeviceOfUser {
  id: string;
  appid: string;
  deviceid: string;
  kind: DeviceKind;
  model: string | null;
  os: string | null;
  language: string | null;
  timezone: string | null;
  state: string;
  lastSeenAt: string;
}

/** A user with their devices, those seen last first. */
export interface ReadUser extends StoredUser {
  devices: DeviceOfUser[];
}

/** Values by the names of their attributes; those of removed attributes are left out. */
export function namedValues(all: Attributes, stored: StoredValues): Record<string, AttributeValue> {
  const names = [...all.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = stored[all.get(name)?.key ?? 0];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What is stored of a user; undefined for one who is unknown. */
export async function readUserRow(
  sql: Sql,
  serviceId: string,
  userid: string,
): Promise<StoredUser | undefined> {
  const [row] = await sql.query<
    WithDates<Omit<StoredUser, "attributes">, "firstSeenAt" | "lastSeenAt"> & {
      attributes: StoredValues;
    }
  >(
    `SELECT userid, attributes, language, timezone, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt" FROM service_user WHERE service_id = $1 AND userid = $2`,
    [serviceId, userid],
  );
  if (!row) return undefined;
  const { attributes, ...user } = row;
  const all = await readAttributes(sql, serviceId);
  const { userid: id, ...times } = isoTimes(user);
  return { userid: id, attributes: namedValues(all, attributes), ...times };
}

/** The devices of a user in all apps of a service, those seen last first. */
export async function devicesOfUser(
  sql: Sql,
  serviceId: string,
  userid: string,
): Promise<DeviceOfUser[]> {
  const rows = await sql.query<WithDates<DeviceOfUser, "lastSeenAt">>(
    `SELECT d.id, a.appid, d.deviceid, d.kind, d.model, d.os, d.language, d.timezone, d.state, d.last_seen_at AS "lastSeenAt"
     FROM app a JOIN device_user u ON u.app_id = a.id JOIN device d ON d.id = u.device_id
     WHERE a.service_id = $1 AND u.userid = $2 ORDER BY d.last_seen_at DESC, d.id DESC LIMIT ${mostUserDevices}`,
    [serviceId, userid],
  );
  return rows.map(isoTimes);
}

/** Reads a user of a service with their devices. Throws `NotFoundError` for one who is unknown. */
export const readUser = view({
  action: "user.read",
  input: userSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { userid }): Promise<ReadUser> => {
    const user = await readUserRow(sql, serviceId, userid);
    if (!user) throw new NotFoundError("This user");
    return { ...user, devices: await devicesOfUser(sql, serviceId, userid) };
  },
});
