import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { suppressDeviceSchema } from "@/lib/inputs/registered-devices";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Puts the push id of a device on its service's suppression list, without showing it. Returns
 * whether it was not on it yet.
 */
export const suppressDevice = verb({
  action: "device.suppress",
  input: suppressDeviceSchema,
  service: serviceOfDevice,
  run: async ({ tx, actor, serviceId }, { id, note }) => {
    const [added] = await tx.query<{ id: string }>(
      `INSERT INTO suppression (id, service_id, kind, hash, value, note, created_by)
       SELECT $1, $2, 'pushid', d.push_hash, d.pushid, $3, $4 FROM device d WHERE d.id = $5 ON CONFLICT DO NOTHING RETURNING id`,
      [newId(), serviceId, note, memberIdOf(actor), id],
    );
    if (!added) return { unchanged: false };
    return { row: true, entity: serviceId, event: {} };
  },
});
