import { hashServiceKey, newServiceKey, prefixOf } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import { serviceKeySchema } from "@/lib/inputs/service";
import { refuse } from "@/lib/verb/errors";
import { unlessTaken } from "@/lib/verb/unless-taken";
import { verb } from "@/lib/verb/verb";
import { serviceNamed } from "@/lib/verb/service-of";

/** Keys that a service may have at a time: one in use, and the next one while programs change over (contract 1). */
const mostKeys = 2;

/** Adds a key to a service. It is in the answer and nowhere else: only its hash is kept. */
export const createServiceKey = verb(
  "serviceKey.create",
  serviceKeySchema,
  serviceNamed,
  async ({ tx, serviceId }, { name, scopes, key = newServiceKey() }) => {
    // Held so that two at once do not both count one key and make three.
    await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
    const [active] = await tx.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM service_key WHERE service_id = $1 AND revoked_at IS NULL",
      [serviceId],
    );
    if ((active?.n ?? 0) >= mostKeys) refuse("A service has two active keys at most. Revoke one first.");
    const id = newId();
    const prefix = prefixOf(key);
    await unlessTaken(
      tx.query("INSERT INTO service_key (id, service_id, name, prefix, hash, scopes) VALUES ($1, $2, $3, $4, $5, $6)", [
        id,
        serviceId,
        name,
        prefix,
        hashServiceKey(key),
        scopes,
      ]),
      "This key is in use already. Choose another, or leave it out and have one made.",
      "/key",
    );
    return { row: { id, key }, entity: id, event: { name, prefix, scopes } };
  },
);
