import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/member";
import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { hashServiceKey, newServiceKey, prefixOf } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { audit } from "../audit";

/** Makes a service with a JWT secret and its first key. The key is in the answer and nowhere else: only its hash is kept. */
export async function createService(
  tx: Sql,
  actor: Actor,
  input: { name: string; sandbox: boolean; httpsOnly: boolean; key?: string },
): Promise<{ id: string; key: string }> {
  const id = newId();
  const jwtSecret = randomBytes(32).toString("base64");
  await tx.query("INSERT INTO service (id, name, sandbox, https_only, jwt_secret_sealed) VALUES ($1, $2, $3, $4, $5)", [
    id,
    input.name,
    input.sandbox,
    input.httpsOnly,
    seal(jwtSecret, jwtSecretPlace(id)),
  ]);
  await audit(tx, actor, "service.create", id, id, { name: input.name, sandbox: input.sandbox });
  const key = input.key ?? newServiceKey();
  await createServiceKey(tx, actor, id, "First key", key);
  return { id, key };
}

/** Adds a key to a service. Two may be active at a time, for rotation (contract 1). */
export async function createServiceKey(tx: Sql, actor: Actor, serviceId: string, name: string, key: string): Promise<void> {
  const active = await tx.query<{ n: number }>("SELECT count(*)::int AS n FROM service_key WHERE service_id = $1 AND revoked_at IS NULL", [
    serviceId,
  ]);
  if ((active[0]?.n ?? 0) >= 2) throw new TooManyKeysError("A service has two active keys at most. Revoke one first.");
  const id = newId();
  await tx.query("INSERT INTO service_key (id, service_id, name, prefix, hash) VALUES ($1, $2, $3, $4, $5)", [
    id,
    serviceId,
    name,
    prefixOf(key),
    hashServiceKey(key),
  ]);
  await audit(tx, actor, "serviceKey.create", id, serviceId, { name, prefix: prefixOf(key) });
}

/** The service already has two active keys. */
export class TooManyKeysError extends Error {}
