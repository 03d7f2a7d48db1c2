import { removeDeviceSchema } from "@/lib/inputs/device";
import { verb } from "@/lib/verb/verb";
import { serviceOfAppid } from "../app/service-of";
import { appOfDevice, assertOwn, holdDevices } from "./owner";

/**
 * The reason that such a device is out of use for. `dispatch/endings` removes it sooner than
 * others.
 */
export const removedByApp = "removed by the app";

/**
 * Takes a user off a device, or, without a user, the device itself out of use (with signed
 * registration its users too, so that it is free for the next). Harmless when there is no such
 * device. Throws `ForeignDeviceError` where one of the device's users has to agree.
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
