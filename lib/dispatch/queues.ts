import { distinctIds, leastId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { DestinationKey, DeviceKind } from "@/lib/interface/device-kinds";
import { recentId } from "@/lib/work/look-back";

/**
 * Deliveries that can be claimed together: those of one app, kind of device and priority. Each is
 * served on its own, so that a giant send of one app delays no other.
 */
export interface Queue {
  appId: string;
  kind: DeviceKind;
  priority: number;
  /** Milliseconds until the first of them is due; 0 or less: now. */
  dueInMs: number;
  /** The least id of the messages whose deliveries are claimed; of all where it is left out. */
  since?: string;
}

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery {
  messageId: string;
  id: string;
  deviceId: string | null;
  pushid: string;
  /** That of the message's template; "" for the default text. */
  language: string;
  attempts: number;
  /** Whom it is for, where it is not stored yet. */
  recipient?: { type: DestinationKey; id: string };
}

/** Seconds for which a claim is valid without a heartbeat. */
export const leaseSeconds = 30;

/**
 * The queues with work, now or later. Hops from queue to queue in the index: costs as much with a
 * million rows waiting as with ten.
 *
 * @param since the least id of the messages whose deliveries are looked at
 */
export async function openQueues(sql: Sql, since = leastId): Promise<Queue[]> {
  const recent = recentId();
  const rows = await sql.query<Omit<Queue, "since"> & { messageId: string }>(
    `
    WITH RECURSIVE queue AS (
      (SELECT app_id, kind, priority FROM delivery WHERE next_at IS NOT NULL AND message_id >= $1 ORDER BY app_id, kind, priority LIMIT 1)
      UNION ALL
      SELECT n.app_id, n.kind, n.priority FROM queue q CROSS JOIN LATERAL (
        SELECT d.app_id, d.kind, d.priority FROM delivery d WHERE d.next_at IS NOT NULL AND d.message_id >= $1 AND (d.app_id, d.kind, d.priority) > (q.app_id, q.kind, q.priority)
        ORDER BY d.app_id, d.kind, d.priority LIMIT 1) n
    )
    SELECT q.app_id AS "appId", q.kind, q.priority, (extract(epoch FROM first.next_at - now()) * 1000)::float8 AS "dueInMs", first.message_id AS "messageId"
    FROM queue q CROSS JOIN LATERAL (
      SELECT d.next_at, d.message_id FROM delivery d WHERE d.next_at IS NOT NULL AND d.message_id >= $1 AND d.app_id = q.app_id AND d.kind = q.kind AND d.priority = q.priority ORDER BY d.next_at LIMIT 1) first
    ORDER BY q.priority, first.next_at`,
    [since],
  );
  return rows.map(({ messageId, ...queue }) =>
    messageId < recent ? queue : { ...queue, since: recent },
  );
}

/** Claims due deliveries of a queue: no other worker gets them until the lease ends. */
export async function claim(
  sql: Sql,
  queue: Queue,
  leaseToken: string,
  limit: number,
): Promise<ClaimedDelivery[]> {
  return sql.query<Omit<ClaimedDelivery, "recipient">>(
    `UPDATE delivery d SET lease_token = $1, next_at = now() + interval '${leaseSeconds} seconds'
     FROM (SELECT message_id, id FROM delivery WHERE app_id = $2 AND kind = $3 AND priority = $4 AND next_at <= now() AND message_id >= $6
       ORDER BY next_at LIMIT $5 FOR UPDATE SKIP LOCKED) due
     WHERE d.message_id = due.message_id AND d.id = due.id AND d.message_id >= $6
     RETURNING d.message_id AS "messageId", d.id, d.device_id AS "deviceId", d.pushid, d.language, d.attempts`,
    [leaseToken, queue.appId, queue.kind, queue.priority, limit, queue.since ?? leastId],
  );
}

/**
 * Heartbeat: renews the leases that have not ended. A row that is locked is passed over: its
 * outcome is being recorded.
 */
export async function renew(
  sql: Sql,
  leases: readonly { messageId: string; id: string; leaseToken: string }[],
): Promise<void> {
  if (leases.length === 0) return;
  await sql.query(
    `UPDATE delivery d SET next_at = now() + interval '${leaseSeconds} seconds' FROM (
       SELECT o.message_id, o.id FROM delivery o JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS h(m, id, lease)
         ON o.message_id = h.m AND o.id = h.id AND o.lease_token = h.lease WHERE o.message_id = ANY($4::uuid[]) FOR UPDATE OF o SKIP LOCKED) leased
     WHERE d.message_id = leased.message_id AND d.id = leased.id AND d.message_id = ANY($4::uuid[])`,
    [
      leases.map(({ messageId }) => messageId),
      leases.map(({ id }) => id),
      leases.map(({ leaseToken }) => leaseToken),
      distinctIds(leases.map(({ messageId }) => messageId)),
    ],
  );
}

/**
 * Ends all leases. For the start on the local database alone: no other process can be at work
 * there, so they were left by a process that died.
 */
export async function endLeases(sql: Sql): Promise<void> {
  await sql.query(
    "UPDATE delivery SET next_at = now(), lease_token = NULL WHERE lease_token IS NOT NULL AND next_at IS NOT NULL",
  );
}
