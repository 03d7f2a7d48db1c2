import { idSchema } from "@/lib/inputs/row";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

interface RestorableDevice {
  appid: string;
  kind: string;
  state: string;
  /** Whether another push id of the same device is in use. */
  replaced: boolean;
}

/**
 * Restores a device that its provider refused, its app removed or a member retired: the next
 * message goes to it, and retires it again when the provider still refuses it. Refused where
 * another push id of the device is in use, since it would get everything twice. A device in use
 * stays as it is.
 */
export const restoreDevice = verb({
  action: "device.restore",
  input: idSchema,
  service: serviceOfDevice,
  run: async ({ tx }, { id }) => {
    const [device] = await tx.query<RestorableDevice>(
      `SELECT a.appid, d.kind, d.state, d.deviceid <> '' AND EXISTS (
       SELECT 1 FROM device o WHERE o.app_id = d.app_id AND o.deviceid = d.deviceid AND o.kind = d.kind AND o.id <> d.id AND o.state = 'active') AS replaced
     FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1 FOR UPDATE OF d`,
      [id],
    );
    if (!device) throw new NotFoundError("This device");
    const { appid, kind, state, replaced } = device;
    if (state === "active") return { unchanged: null };
    if (replaced)
      rejectInput(
        "This device already uses a newer token. With both, it would get every message twice.",
      );
    await tx.query(
      "UPDATE device SET state = 'active', state_reason = NULL, state_at = now(), doubted_at = NULL WHERE id = $1",
      [id],
    );
    return { row: null, entity: id, event: { appid, kind } };
  },
});
