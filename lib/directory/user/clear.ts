import { userSchema } from "@/lib/inputs/user";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { countAttributes, readAttributes, shareAttributes, type StoredValues } from "./attributes";
import { namedValues } from "./read";

/**
 * Removes the attributes of a user, and nothing else: language, time zone, devices and places in
 * lists stay. Returns how many there were. Throws `NotFoundError` for an unknown user.
 */
export const clearUser = verb({
  action: "user.clear",
  input: userSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { userid }) => {
    await shareAttributes(tx, serviceId);
    const [row] = await tx.query<{ id: string; attributes: StoredValues }>(
      "SELECT id, attributes FROM service_user WHERE service_id = $1 AND userid = $2 FOR UPDATE",
      [serviceId, userid],
    );
    if (!row) throw new NotFoundError("This user");
    const keys = Object.keys(row.attributes);
    if (keys.length === 0) return { unchanged: { removed: 0 } };
    const named = namedValues(await readAttributes(tx, serviceId), row.attributes);
    await tx.query("UPDATE service_user SET attributes = '{}', updated_at = now() WHERE id = $1", [
      row.id,
    ]);
    await countAttributes(tx, new Map(keys.map((key) => [key, -1])));
    const removed = Object.keys(named).length;
    return { row: { removed }, entity: serviceId, event: { attributes: removed } };
  },
});
