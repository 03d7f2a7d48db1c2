import type { Sql } from "@/lib/database/sql";
import type { DeviceKind } from "@/lib/interface/device-kinds";

/** A device of a user. */
export interface UserDevice {
  id: string;
  kind: DeviceKind;
  pushid: string;
  deviceid: string;
  /** As the device told it; null where it did not. */
  language: string | null;
  state: "active" | "invalid" | "removed";
}

/** Devices of a user that a message goes to. */
export const mostDevices = 100;

/** All devices of some users in an app, by userid; at most 100 a user, the last seen first. A user without devices is absent. */
export async function devicesOfUsers(sql: Sql, appId: string, userids: readonly string[]): Promise<Map<string, UserDevice[]>> {
  const found = new Map<string, UserDevice[]>();
  if (userids.length === 0) return found;
  const rows = await sql.query<UserDevice & { userid: string }>(
    `SELECT u.userid, d.id, d.kind, d.pushid, d.deviceid, d.language, d.state FROM device_user u JOIN device d ON d.id = u.device_id
     WHERE u.app_id = $1 AND u.userid = ANY($2::text[]) ORDER BY u.userid, d.last_seen_at DESC, d.id`,
    [appId, userids],
  );
  for (const { userid, ...device } of rows) {
    const devices = found.get(userid);
    if (!devices) found.set(userid, [device]);
    else if (devices.length < mostDevices) devices.push(device);
  }
  return found;
}
