import { distinctIds, leastId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { updateKinds } from "@/lib/interface/update";
import type { NewUpdate } from "./enqueue";
import type { ClaimLimits } from "./origins";
import type { UpdatePolicy } from "./policy";
import { storeFirst, type FirstState, type OpenSlice } from "./slice";

/** An update that is stored, and leased by this process. */
interface LeasedUpdate {
  messageId: string;
  id: string;
  serviceId: string;
  receiver: string;
  url: string;
  notifyAuthId: string;
  origin: string;
  body: Uint8Array;
  /** Attempts so far. */
  attempts: number;
  leaseToken: string;
}

/** An update that this process holds until its lease, or that of its slice, ends. */
export interface ClaimedUpdate extends LeasedUpdate {
  /** Where it is sent before it is stored. */
  slice?: OpenSlice;
}

/**
 * A claimed update that is not sent from here now, and after how many milliseconds it is due again.
 */
export interface GivenBack {
  update: ClaimedUpdate;
  afterMs: number;
  /** Where it is not stored: this does. */
  unstored?: NewUpdate | undefined;
}

/** An update of a slice, as a claim returns it once it is stored. */
export function claimedFrom(update: NewUpdate, slice: OpenSlice): ClaimedUpdate {
  const { messageId, id, serviceId, receiver, url, notifyAuthId, origin = "", body } = update;
  const { leaseToken } = slice;
  const bytes = Buffer.from(body);
  const of = { messageId, id, serviceId, receiver, url, notifyAuthId, origin };
  return { ...of, body: bytes, attempts: 0, leaseToken, slice };
}

/** Adds what the caller is to store, where an update of a slice is not stored yet. */
export function withUnstored<T extends { update: ClaimedUpdate }>(
  one: T,
): T & { unstored: NewUpdate | undefined } {
  return { ...one, unstored: one.update.slice?.take(one.update.id) };
}

// Hops from origin to origin of a service in the index, so that a million updates waiting for one
// host cost the others nothing. Those of a message that is in a slice wait: the slice may have an
// earlier update of theirs. OFFSET 0 keeps the planner from reading the whole table once an origin
// to find out what comes earlier: it is one look in the index for each row that is claimed. IS TRUE
// keeps it from the index by states: counted when nothing was pending, that seems to lead to a row,
// and leads to all that wait.
const claimSql = `
WITH RECURSIVE origins AS (
  (SELECT service_id, origin FROM "update" WHERE next_at IS NOT NULL AND message_id >= $13 ORDER BY service_id, origin LIMIT 1)
  UNION ALL
  SELECT n.service_id, n.origin FROM origins o CROSS JOIN LATERAL (
    SELECT u.service_id, u.origin FROM "update" u WHERE u.next_at IS NOT NULL AND u.message_id >= $13 AND (u.service_id, u.origin) > (o.service_id, o.origin)
    ORDER BY u.service_id, u.origin LIMIT 1) n
), sliced AS MATERIALIZED (
  SELECT unnest(message_ids) AS message_id FROM update_slice
), due AS (
  SELECT d.message_id, d.id, o.service_id, row_number() OVER (PARTITION BY o.service_id, o.origin ORDER BY d.next_at, d.id) AS place
  FROM origins o
  LEFT JOIN unnest($3::uuid[], $4::text[], $5::int[]) AS l(service_id, origin, free) ON l.service_id = o.service_id AND l.origin = o.origin
  CROSS JOIN LATERAL (
    SELECT u.message_id, u.id, u.next_at FROM "update" u
    WHERE u.service_id = o.service_id AND u.origin = o.origin AND u.next_at <= now() AND u.state = 'pending' AND u.message_id >= $13
      AND u.message_id NOT IN (SELECT message_id FROM sliced)
      AND NOT EXISTS (
        SELECT 1 FROM "update" e WHERE e.message_id = u.message_id AND e.message_id >= $13 AND e.delivery_id = u.delivery_id AND e.receiver = u.receiver AND (e.state = 'pending') IS TRUE
          AND array_position($7::text[], e.kind) < array_position($7::text[], u.kind) AND e.attempts < $8 OFFSET 0)
    ORDER BY u.next_at LIMIT coalesce(l.free, $6::int) FOR UPDATE OF u SKIP LOCKED) d
), turns AS (
  SELECT message_id, id, service_id, row_number() OVER (PARTITION BY service_id ORDER BY place, random()) AS turn FROM due
), chosen AS (
  SELECT t.message_id, t.id FROM turns t LEFT JOIN unnest($10::uuid[], $11::int[]) AS s(id, free) ON s.id = t.service_id
  WHERE t.turn <= coalesce(s.free, $12::int) ORDER BY t.turn, random() LIMIT $9
)
UPDATE "update" u SET lease_token = $1, next_at = now() + make_interval(secs => $2::float8 / 1000)
FROM chosen WHERE u.message_id = chosen.message_id AND u.id = chosen.id AND u.message_id >= $13
RETURNING u.message_id AS "messageId", u.id, u.service_id AS "serviceId", u.receiver, u.url, u.notify_auth_id AS "notifyAuthId", u.origin, u.body, u.attempts,
  u.lease_token AS "leaseToken"`;

/**
 * Claims due updates: no other worker gets them until the lease ends. Services take turns, and the
 * origins of each service; none gets more than its share. An update waits while an earlier one of
 * the same delivery and receiver is pending and has failed fewer than `holdAttempts` times, or may
 * be in a slice: updates stay in order as far as retries allow, and one that keeps failing does not
 * hold up later ones for a day.
 *
 * @param limits what each origin and service with updates in this process may get; another origin
 *   may have `perNewOrigin`, another service a share of the rest
 * @param room how many at most
 * @param since the least id of the messages whose updates are claimed
 */
export function claim(
  sql: Sql,
  leaseToken: string,
  { origins, services }: ClaimLimits,
  room: number,
  policy: UpdatePolicy,
  since = leastId,
): Promise<ClaimedUpdate[]> {
  return sql.query<LeasedUpdate>(claimSql, [
    leaseToken,
    policy.leaseMs,
    origins.serviceIds,
    origins.origins,
    origins.free,
    policy.perNewOrigin,
    [...updateKinds],
    policy.holdAttempts,
    room,
    services.ids,
    services.free,
    services.newFree,
    since,
  ]);
}

/**
 * Heartbeat: renews the leases that have not ended. A row that is locked is passed over: its result
 * is being recorded.
 */
export async function renew(
  sql: Sql,
  leased: readonly ClaimedUpdate[],
  leaseMs: number,
): Promise<void> {
  if (leased.length === 0) return;
  await sql.query(
    `UPDATE "update" u SET next_at = now() + make_interval(secs => $4::float8 / 1000) FROM (
       SELECT o.message_id, o.id FROM "update" o JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS h(m, id, lease)
         ON o.message_id = h.m AND o.id = h.id AND o.lease_token = h.lease WHERE o.message_id = ANY($5::uuid[]) FOR UPDATE OF o SKIP LOCKED) leased
     WHERE u.message_id = leased.message_id AND u.id = leased.id AND u.message_id = ANY($5::uuid[])`,
    [
      leased.map(({ messageId }) => messageId),
      leased.map(({ id }) => id),
      leased.map(({ leaseToken }) => leaseToken),
      leaseMs,
      distinctIds(leased.map(({ messageId }) => messageId)),
    ],
  );
}

/** Locks updates until the transaction ends, in the one order of all who lock several. */
export async function lockUpdates(
  tx: Sql,
  updates: readonly Pick<ClaimedUpdate, "messageId" | "id">[],
): Promise<void> {
  await tx.query(
    `SELECT 1 FROM "update" u JOIN unnest($1::uuid[], $2::uuid[]) AS h(m, id) ON u.message_id = h.m AND u.id = h.id
     WHERE u.message_id = ANY($3::uuid[]) ORDER BY u.message_id, u.id FOR UPDATE OF u`,
    [
      updates.map(({ messageId }) => messageId),
      updates.map(({ id }) => id),
      distinctIds(updates.map(({ messageId }) => messageId)),
    ],
  );
}

/**
 * Releases what was claimed and not begun: it is due for any worker, at once or after its pause.
 * What is not stored yet is stored so, in the caller's transaction.
 */
export async function giveBack(sql: Sql, updates: readonly GivenBack[]): Promise<void> {
  await storeFirst(sql, updates.flatMap(firstOfBack));
  await release(
    sql,
    updates.filter(({ unstored }) => unstored === undefined),
  );
}

/** How an update that is given back is stored for the first time; none for one that is stored. */
export function firstOfBack({ update, afterMs, unstored }: GivenBack): FirstState[] {
  const { slice, attempts } = update;
  if (!slice || !unstored) return [];
  return [{ slice, update: unstored, sending: { state: "pending", attempts, pauseMs: afterMs } }];
}

/** Releases updates that are stored. */
export async function release(sql: Sql, updates: readonly GivenBack[]): Promise<void> {
  if (updates.length === 0) return;
  await sql.query(
    `UPDATE "update" u SET next_at = now() + make_interval(secs => h.after / 1000), lease_token = NULL
     FROM (SELECT o.message_id, o.id, h.after FROM "update" o JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[]) AS h(m, id, lease, after)
         ON o.message_id = h.m AND o.id = h.id AND o.lease_token = h.lease
         WHERE o.message_id = ANY($5::uuid[]) ORDER BY o.message_id, o.id FOR UPDATE OF o) h
     WHERE u.message_id = h.message_id AND u.id = h.id AND u.message_id = ANY($5::uuid[])`,
    [
      updates.map(({ update }) => update.messageId),
      updates.map(({ update }) => update.id),
      updates.map(({ update }) => update.leaseToken),
      updates.map(({ afterMs }) => afterMs),
      distinctIds(updates.map(({ update }) => update.messageId)),
    ],
  );
}

/**
 * Ends all leases, those of slices too. For the start on the local database alone, before anything
 * is claimed: they were left by a process that died.
 */
export async function endUpdateLeases(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE "update" SET next_at = now(), lease_token = NULL WHERE lease_token IS NOT NULL AND next_at IS NOT NULL`,
  );
  await sql.query("UPDATE update_slice SET next_at = now()");
}
