import { removeDeviceSchema } from "@/lib/inputs/device";
import { verb } from "@/lib/verb/verb";
import { serviceOfAppid } from "../app/service-of";
import { appOfDevice, assertOwn, holdDevices } from "./owner";

/** Reason in `device.state_reason`; `dispatch/endings` deletes these devices sooner than others. */
export const removedByApp = "removed by the app";

/**
 * Removes a user from a device or, without `userid`, retires the device; with signed registration
 * also its users, so that another user can register it. Idempotent: an unknown device counts as
 * none removed. Throws `ForeignDeviceError` when the device has users and `authority` is of none.
 */
export const removeDevice = verb({
  action: "device.remove",
  input: removeDeviceSchema,
  service: (sql, { device }) => serviceOfAppid(sql, device),
  run: async ({ tx }, { device, authority }) => {
    const { deviceid, userid } = device;
    const app = await appOfDevice(tx, device);
    if (userid !== undefined) {
      const rows = await tx.query(
        "DELETE FROM device_user u USING device d WHERE d.id = u.device_id AND d.app_id = $1 AND d.deviceid = $2 AND u.userid = $3 RETURNING u.device_id",
        [app.id, deviceid, userid],
      );
      return { row: { removed: rows.length } };
    }
    await holdDevices(tx, app, [`id ${deviceid}`]);
    await assertOwn(tx, app, authority, "d.deviceid = $3 AND d.state <> 'removed'", [deviceid]);
    const rows = await tx.query<{ id: string }>(
      `UPDATE device SET state = 'removed', state_reason = '${removedByApp}', state_at = now() WHERE app_id = $1 AND deviceid = $2 AND state <> 'removed' RETURNING id`,
      [app.id, deviceid],
    );
    if (app.signedRegistration)
      await tx.query("DELETE FROM device_user WHERE device_id = ANY($1::uuid[])", [
        rows.map(({ id }) => id),
      ]);
    return { row: { removed: rows.length } };
  },
});
