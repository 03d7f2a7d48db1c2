import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { UpdateKind } from "@/lib/interface/update";
import { parseHttpUrl } from "@/lib/interface/url";
import { bodyOf, type UpdateSource } from "./build";
import { endpointsOf } from "./endpoints";
import { receiversOf } from "./receivers";

export type { UpdateSource } from "./build";

/** One update for one receiver, not stored yet. */
export interface NewUpdate {
  messageId: string;
  id: string;
  deliveryId: string;
  serviceId: string;
  kind: UpdateKind;
  receiver: string;
  url: string;
  notifyAuthId: string;
  /** Undefined when the URL is none. */
  origin: string | undefined;
  body: string;
  /** Absent: now. */
  createdAt?: Date;
}

/** How far the sending of an update is that is stored for the first time. */
export interface SendingState {
  state: "pending" | "sent" | "parked";
  attempts: number;
  /** Milliseconds until it is due, or its lease ends; absent when it is not due any more. */
  pauseMs?: number;
  leaseToken?: string;
  status?: number | null;
  error?: string | null;
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
    const { messageId, deliveryId, serviceId } = delivery;
    const receivers = receiversOf(kind, delivery, services.get(serviceId));
    if (receivers.length === 0) return [];
    const body = bodyOf(source);
    return receivers.map((one) => ({
      messageId,
      id: newId(),
      deliveryId,
      serviceId,
      kind,
      ...one,
      origin: originOf(one.url),
      body,
    }));
  });
}

const insertSql = `
INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, notify_auth_id, origin, body, state, attempts, next_at, lease_token,
  last_status, last_error, created_at, sent_at)
SELECT m, id, d, s, k, r, u, a, o, convert_to(b, 'UTF8'), state, attempts, now() + make_interval(secs => pause / 1000), lease, status, error,
  coalesce(created, now()), CASE WHEN state = 'sent' THEN now() END
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int[],
    $13::float8[], $14::uuid[], $15::int[], $16::text[], $17::timestamptz[])
  AS n(m, id, d, s, k, r, u, a, o, b, state, attempts, pause, lease, status, error, created) ORDER BY m, d, r, k
ON CONFLICT DO NOTHING RETURNING 1`;

/**
 * Inserts updates as {@link enqueueUpdates} does, due now or as `sending` says; returns how many
 * are new.
 */
export async function insertUpdates(
  tx: Sql,
  rows: readonly (NewUpdate & { sending?: SendingState })[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const states = rows.map(({ origin, sending }) => sending ?? firstState(origin));
  const column = <T>(read: (row: NewUpdate) => T) => rows.map(read);
  const inserted = await tx.query(insertSql, [
    column(({ messageId }) => messageId),
    column(({ id }) => id),
    column(({ deliveryId }) => deliveryId),
    column(({ serviceId }) => serviceId),
    column(({ kind }) => kind),
    column(({ receiver }) => receiver),
    column(({ url }) => url),
    column(({ notifyAuthId }) => notifyAuthId),
    column(({ origin }) => origin ?? ""),
    column(({ body }) => body),
    states.map(({ state }) => state),
    states.map(({ attempts }) => attempts),
    states.map(({ pauseMs }) => pauseMs ?? null),
    states.map(({ leaseToken }) => leaseToken ?? null),
    states.map(({ status }) => status ?? null),
    states.map(({ error }) => error ?? null),
    column(({ createdAt }) => createdAt?.toISOString() ?? null),
  ]);
  return inserted.length;
}

/** Of an update that waits for its turn; without an origin there is nothing to call. */
function firstState(origin: string | undefined): SendingState {
  if (origin === undefined) return { state: "parked", attempts: 0, error: "not a proper URL" };
  return { state: "pending", attempts: 0, pauseMs: 0 };
}

/** The origin that calls of a URL share; undefined for one that cannot be called. */
export function originOf(url: string): string | undefined {
  return parseHttpUrl(url)?.origin;
}
