import { hashServiceKey, newServiceKey, prefixOf } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import { serviceKeySchema } from "@/lib/inputs/service";
import { unlessTaken } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertRoomForKey, lockKeys } from "./keys";

/**
 * Adds a key to a service, which expires after `days` if they are set. The key is in the answer and
 * nowhere else: only its hash is stored.
 */
export const createServiceKey = verb({
  action: "serviceKey.create",
  input: serviceKeySchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { name, scopes, days, key = newServiceKey() }) => {
    await lockKeys(tx, serviceId);
    await assertRoomForKey(tx, serviceId);
    const id = newId();
    const prefix = prefixOf(key);
    const [inserted] = await unlessTaken(
      tx.query<{ expiresAt: Date | null }>(
        `INSERT INTO service_key (id, service_id, name, prefix, hash, scopes, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) RETURNING expires_at AS "expiresAt"`,
        [id, serviceId, name, prefix, hashServiceKey(key), scopes, days ?? null],
      ),
      "This key is already in use. Choose another, or leave it empty to generate one.",
      "/key",
    );
    const ends = inserted?.expiresAt ? { expiresAt: inserted.expiresAt.toISOString() } : {};
    return { row: { id, key }, entity: id, event: { name, prefix, scopes, ...ends } };
  },
});
