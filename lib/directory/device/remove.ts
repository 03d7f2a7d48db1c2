import { database } from "@/lib/database/sql";
import type { RemovalInput } from "@/lib/inputs/device";
import type { AppRecord } from "../app/find";
import { assertOwn, holdDevices, type Word } from "./owner";

/**
 * Takes a user off a device, or, without a user, the device itself out of use (with signed registration its users too, so that it is free for the
 * next). Harmless when there is no such device. Throws `ForeignDeviceError` when the word of one of the device's users is wanted and not given.
 */
export async function removeDevice(
  app: Pick<AppRecord, "id" | "signedRegistration">,
  { deviceid, userid }: RemovalInput,
  word: Word,
): Promise<{ removed: number }> {
  if (userid !== undefined) {
    const rows = await database().query(
      "DELETE FROM device_user u USING device d WHERE d.id = u.device_id AND d.app_id = $1 AND d.deviceid = $2 AND u.userid = $3 RETURNING u.device_id",
      [app.id, deviceid, userid],
    );
    return { removed: rows.length };
  }
  return database().transaction(async (tx) => {
    await holdDevices(tx, app, [`id ${deviceid}`]);
    await assertOwn(tx, app, word, "d.deviceid = $3 AND d.state <> 'removed'", [deviceid]);
    const rows = await tx.query<{ id: string }>(
      "UPDATE device SET state = 'removed', state_reason = 'removed by the app', state_at = now() WHERE app_id = $1 AND deviceid = $2 AND state <> 'removed' RETURNING id",
      [app.id, deviceid],
    );
    if (app.signedRegistration) await tx.query("DELETE FROM device_user WHERE device_id = ANY($1::uuid[])", [rows.map(({ id }) => id)]);
    return { removed: rows.length };
  });
}
