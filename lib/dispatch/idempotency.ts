import { createHash } from "node:crypto";
import { database } from "@/lib/database/sql";

/** The reply that was given first under an Idempotency-Key (contract 1). */
export interface FirstReply {
  status: number;
  reply: Uint8Array;
  sameBody: boolean;
}

/** SHA-256 of a body: which distinguishes a repeat from another request under the same key. */
export function hashBody(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

/** What was answered under this key within the last 24 hours; undefined when nothing was. */
export async function firstReply(
  serviceId: string,
  key: string,
  bodyHash: Uint8Array,
): Promise<FirstReply | undefined> {
  const [row] = await database().query<{ status: number; reply: Uint8Array; bodyHash: Uint8Array }>(
    `SELECT status, reply, body_hash AS "bodyHash" FROM idempotency_record WHERE service_id = $1 AND key = $2 AND created_at >= now() - interval '24 hours'`,
    [serviceId, key],
  );
  return (
    row && {
      status: row.status,
      reply: new Uint8Array(row.reply),
      sameBody: Buffer.compare(row.bodyHash, bodyHash) === 0,
    }
  );
}

/**
 * Stores a refusal under its key, unless the key is in use: a repeat of the request gets the same
 * reply.
 */
export async function keepRefusal(
  serviceId: string,
  key: string,
  bodyHash: Uint8Array,
  status: number,
  reply: Uint8Array,
): Promise<void> {
  await database().query(
    `INSERT INTO idempotency_record (service_id, key, body_hash, status, reply, created_at) VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (service_id, key) DO UPDATE SET body_hash = excluded.body_hash, status = excluded.status, reply = excluded.reply, created_at = now()
       WHERE idempotency_record.created_at < now() - interval '24 hours'`,
    [serviceId, key, bodyHash, status, reply],
  );
}

/** Forgets so many keys that are older than 24 hours; answers how many there were. */
export async function forgetOldKeys(most: number): Promise<number> {
  const gone = await database().query<{ key: string }>(
    `DELETE FROM idempotency_record r USING (
       SELECT service_id, key FROM idempotency_record WHERE created_at < now() - interval '24 hours' ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED) old
     WHERE r.service_id = old.service_id AND r.key = old.key RETURNING r.key`,
    [most],
  );
  return gone.length;
}
