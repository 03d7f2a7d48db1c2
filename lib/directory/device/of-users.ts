import type { Sql } from "@/lib/database/sql";
import type { DeviceKind } from "@/lib/interface/device-kinds";

/** A device of a user. */
export interface UserDevice {
  id: string;
  kind: DeviceKind;
  /** The device token, or the short id of a subscription. */
  pushid: string;
  deviceid: string;
  /** As the device reported it; null where it did not. */
  language: string | null;
  state: "active" | "invalid" | "removed";
}

/** Devices of a user that a message goes to. */
export const mostDevices = 100;

/**
 * All devices of some users in an app, by userid; at most 100 a user, the last seen first. A user
 * without devices is absent.
 */
// LIMIT keeps the planner from reading all devices of the app besides.
export async function devicesOfUsers(
  sql: Sql,
  appId: string,
  userids: readonly string[],
): Promise<Map<string, UserDevice[]>> {
  const devicesByUser = new Map<string, UserDevice[]>();
  if (userids.length === 0) return devicesByUser;
  const rows = await sql.query<UserDevice & { userid: string }>(
    `SELECT w.userid, d.* FROM unnest($2::text[]) AS w(userid) CROSS JOIN LATERAL (
       SELECT d.id, d.kind, d.pushid, d.deviceid, d.language, d.state FROM device_user u JOIN device d ON d.id = u.device_id
       WHERE u.app_id = $1 AND u.userid = w.userid ORDER BY d.last_seen_at DESC, d.id LIMIT $3) d`,
    [appId, [...new Set(userids)], mostDevices],
  );
  for (const { userid, ...device } of rows) {
    const devices = devicesByUser.get(userid);
    if (devices) devices.push(device);
    else devicesByUser.set(userid, [device]);
  }
  return devicesByUser;
}
