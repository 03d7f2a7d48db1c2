import { hashServiceKey, newServiceKey, prefixOf } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import { rerollKeySchema } from "@/lib/inputs/service";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { activeKey, lockKeys, serviceOfServiceKey } from "./keys";

interface Row {
  name: string;
  prefix: string;
  scopes: string[];
  active: boolean;
  replaced: boolean;
  /** A key that this one has replaced still works. */
  follows: boolean;
}

/**
 * Replaces a key by a new one with the same name and scopes. The old key works for some hours more
 * and never past its own end. The new key is in the answer and nowhere else. Rejects a key that no
 * longer works, one that was replaced already, and one whose own predecessor still works: of each
 * key at most two work at a time.
 */
export const rerollServiceKey = verb({
  action: "serviceKey.reroll",
  input: rerollKeySchema,
  service: serviceOfServiceKey,
  run: async ({ tx, serviceId }, { id: old, overlapHours }) => {
    await lockKeys(tx, serviceId);
    const [oldKey] = await tx.query<Row>(
      `SELECT k.name, k.prefix, coalesce(k.scopes, '{}') AS scopes, ${activeKey} AS active, k.successor_id IS NOT NULL AS replaced,
         EXISTS (SELECT 1 FROM service_key f WHERE f.successor_id = k.id AND f.revoked_at IS NULL AND f.expires_at > now()) AS follows
       FROM service_key k WHERE k.id = $1 FOR UPDATE`,
      [old],
    );
    if (!oldKey) throw new NotFoundError("This key");
    if (!oldKey.active) rejectInput("This key no longer works. Create a new one.");
    if (oldKey.replaced)
      rejectInput("This key was already replaced. Re-roll its replacement instead.");
    if (oldKey.follows)
      rejectInput("The previous key still works. Revoke it first, or wait until it expires.");
    const { name, prefix, scopes } = oldKey;
    const [id, key] = [newId(), newServiceKey()];
    await tx.prisma.serviceKey.create({
      data: { id, serviceId, name, prefix: prefixOf(key), hash: hashServiceKey(key), scopes },
      select: { id: true },
    });
    await tx.query(
      `UPDATE service_key SET successor_id = $2, expires_at = least(expires_at, now() + make_interval(hours => $3)),
         revoked_at = CASE WHEN $3 = 0 THEN now() ELSE revoked_at END WHERE id = $1`,
      [old, id, overlapHours],
    );
    return {
      row: { id, key },
      entity: old,
      event: { name, prefix, successor: prefixOf(key), overlapHours },
    };
  },
});
