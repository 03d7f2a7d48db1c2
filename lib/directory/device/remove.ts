import { database } from "@/lib/database/sql";
import type { RemovalInput } from "@/lib/inputs/device";
import type { AppRecord } from "../app/find";

/** Takes a user off a device, or, without a user, the device itself out of use. Harmless when there is no such device. */
export async function removeDevice(app: Pick<AppRecord, "id">, { deviceid, userid }: RemovalInput): Promise<{ removed: number }> {
  const rows =
    userid === undefined
      ? await database().query(
          "UPDATE device SET state = 'removed', state_reason = 'removed by the app' WHERE app_id = $1 AND deviceid = $2 AND state <> 'removed' RETURNING id",
          [app.id, deviceid],
        )
      : await database().query(
          "DELETE FROM device_user u USING device d WHERE d.id = u.device_id AND d.app_id = $1 AND d.deviceid = $2 AND u.userid = $3 RETURNING u.device_id",
          [app.id, deviceid, userid],
        );
  return { removed: rows.length };
}
