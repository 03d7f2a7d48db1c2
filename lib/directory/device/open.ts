import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import type { RegisteredDevice } from "./registered";

/**
 * A push id that a device has or had: its fingerprint alone. Each is a device of its own to what
 * sends. Times are ISO 8601 UTC.
 */
export interface DeviceToken extends Pick<
  RegisteredDevice,
  "id" | "fingerprint" | "state" | "stateReason" | "createdAt" | "lastSeenAt"
> {
  /** When it came into its state; null where that was not recorded. */
  stateAt: string | null;
}

/** A device as its page shows it. */
export interface OpenDevice extends RegisteredDevice, DeviceToken {
  serviceId: string;
  appName: string;
  /**
   * Of the users and the push id, what is on the suppression list: user ids, and "" for the push
   * id.
   */
  suppressed: string[];
  /** Their entries of the list. */
  entries: { id: string; userid: string }[];
  /** Its other push ids, the latest first, at most 20. */
  others: DeviceToken[];
}

const tokenColumns = `d.id, left(encode(d.push_hash, 'hex'), 12) AS fingerprint, d.state, d.state_reason AS "stateReason", d.state_at AS "stateAt",
  d.created_at AS "createdAt", d.last_seen_at AS "lastSeenAt"`;

type DatedDevice<R extends DeviceToken> = WithDates<R, "stateAt" | "createdAt" | "lastSeenAt">;

/** One device. Throws `NotFoundError` when there is none. */
export const openDevice = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfDevice,
  run: async ({ sql, serviceId }, { id }): Promise<OpenDevice> => {
    const [row] = await sql.query<
      Omit<DatedDevice<OpenDevice>, "others" | "entries"> & { appId: string }
    >(
      `SELECT ${tokenColumns}, a.id AS "appId", a.service_id AS "serviceId", a.appid, a.name AS "appName", d.kind, d.deviceid, d.model, d.os, d.language, d.timezone, d.simulated,
       ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 20) AS userids,
       ARRAY(SELECT u.userid FROM device_user u JOIN suppression s ON s.service_id = a.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8'))
         WHERE u.device_id = d.id LIMIT 20)
       || ARRAY(SELECT DISTINCT '' FROM suppression s WHERE s.service_id = a.service_id AND s.kind = 'pushid'
         AND (s.hash = d.push_hash OR (d.kind = 'ios' AND s.ios_hash = d.push_hash))) AS suppressed
     FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1 AND a.service_id = $2`,
      [id, serviceId],
    );
    if (!row) throw new NotFoundError("This device");
    const { appId, ...device } = row;
    return {
      ...isoTimes(device),
      entries: await entriesOf(sql, id),
      others: await othersOf(sql, { appId, id, deviceid: device.deviceid, kind: device.kind }),
    };
  },
});

/**
 * Entries of the suppression list that hold back what is sent to a device: of its users, and of its
 * push id ("") in any spelling.
 */
function entriesOf(sql: Sql, id: string): Promise<OpenDevice["entries"]> {
  return sql.query<OpenDevice["entries"][number]>(
    `SELECT s.id, u.userid FROM device_user u JOIN app a ON a.id = u.app_id
       JOIN suppression s ON s.service_id = a.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8')) WHERE u.device_id = $1
     UNION ALL SELECT s.id, '' FROM device d JOIN app a ON a.id = d.app_id JOIN suppression s ON s.service_id = a.service_id AND s.kind = 'pushid'
       AND (s.hash = d.push_hash OR (d.kind = 'ios' AND s.ios_hash = d.push_hash)) WHERE d.id = $1
     LIMIT 40`,
    [id],
  );
}

/**
 * A device that has a new push id keeps its device id: the rows of the old ones are still there.
 */
async function othersOf(
  sql: Sql,
  { appId, id, deviceid, kind }: { appId: string; id: string; deviceid: string; kind: DeviceKind },
): Promise<DeviceToken[]> {
  if (deviceid === "") return [];
  const rows = await sql.query<DatedDevice<DeviceToken>>(
    `SELECT ${tokenColumns} FROM device d WHERE d.app_id = $1 AND d.deviceid = $2 AND d.kind = $3 AND d.id <> $4 ORDER BY d.last_seen_at DESC, d.id DESC LIMIT 20`,
    [appId, deviceid, kind, id],
  );
  return rows.map(isoTimes);
}
