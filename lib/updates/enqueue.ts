import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { parseHttpUrl } from "@/lib/interface/url";
import { bodyOf, type UpdateSource } from "./build";
import { endpointsOf } from "./endpoints";
import { receiversOf } from "./receivers";

export type { UpdateSource } from "./build";

/** One update for one receiver, not stored yet. */
export interface NewUpdate {
  source: UpdateSource;
  id: string;
  receiver: string;
  url: string;
  notifyAuthId: string;
  /** Undefined when the URL is none. */
  origin: string | undefined;
  body: string;
}

/**
 * Puts delivery updates into the outbox, in the caller's transaction: one for each receiver of each
 * change. Repeats (same delivery, kind and receiver) are passed over. Wake the senders
 * (`wake("update")`) after the commit.
 *
 * @returns how many rows are new
 */
export async function enqueueUpdates(tx: Sql, sources: readonly UpdateSource[]): Promise<number> {
  return insertUpdates(tx, await updatesFor(tx, sources));
}

/** The updates that changes call for: one for each receiver that a change has today. */
export async function updatesFor(sql: Sql, sources: readonly UpdateSource[]): Promise<NewUpdate[]> {
  if (sources.length === 0) return [];
  const services = await endpointsOf(
    sql,
    sources.map(({ delivery }) => delivery.serviceId),
  );
  return sources.flatMap((source): NewUpdate[] => {
    const { kind, delivery } = source;
    const receivers = receiversOf(kind, delivery, services.get(delivery.serviceId));
    if (receivers.length === 0) return [];
    const body = bodyOf(source);
    return receivers.map((one) => ({
      source,
      id: newId(),
      ...one,
      origin: originOf(one.url),
      body,
    }));
  });
}

/** Inserts updates as {@link enqueueUpdates} does; returns how many are new. */
export async function insertUpdates(tx: Sql, rows: readonly NewUpdate[]): Promise<number> {
  if (rows.length === 0) return 0;
  const column = <T>(read: (row: NewUpdate) => T) => rows.map(read);
  const inserted = await tx.query(
    `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, notify_auth_id, origin, body, state, next_at, last_error, created_at)
     SELECT m, id, d, s, k, r, u, a, coalesce(o, ''), convert_to(b, 'UTF8'), CASE WHEN o IS NULL THEN 'parked' ELSE 'pending' END,
       CASE WHEN o IS NULL THEN NULL ELSE now() END, CASE WHEN o IS NULL THEN 'not a proper URL' END, now()
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) AS n(m, id, d, s, k, r, u, a, o, b) ORDER BY m, d, r, k
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      column((row) => row.source.delivery.messageId),
      column((row) => row.id),
      column((row) => row.source.delivery.deliveryId),
      column((row) => row.source.delivery.serviceId),
      column((row) => row.source.kind),
      column((row) => row.receiver),
      column((row) => row.url),
      column((row) => row.notifyAuthId),
      column((row) => row.origin ?? null),
      column((row) => row.body),
    ],
  );
  return inserted.length;
}

/** The origin that calls of a URL share; undefined for one that cannot be called. */
export function originOf(url: string): string | undefined {
  return parseHttpUrl(url)?.origin;
}
