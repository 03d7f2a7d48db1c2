import { createHash } from "node:crypto";
import { distinctIds } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { normalId } from "@/lib/interface/recipient-id";
import type { DeliveryState } from "@/lib/interface/update";
import { deliveryFactNames, deliveryFacts, type DeliveryFacts } from "@/lib/updates/delivery-facts";
import { activityFacts, storeActivity } from "./activity";
import type { Change, NewDelivery } from "./change";
import { leaseSeconds } from "./queues";
import { countMoved, rollupFacts } from "./rollups";
import { storable } from "./storable";
import type { TargetRow } from "./targets";

/** Bytes of a text that may be a key of an index; a row of one may have 2,704. */
const mostKeyBytes = 1_000;

/**
 * A text as the key of an index: one that is too long for it is cut, with its SHA-256. No device
 * token is as long, but a request may name anything.
 */
function indexKey(text: string): string {
  return Buffer.byteLength(text) <= mostKeyBytes
    ? text
    : `${text.slice(0, 100)}… ${createHash("sha256").update(text).digest("hex")}`;
}

/** The delivery to a target. */
export function newDelivery(row: TargetRow, id: string, queuedAt: Date): NewDelivery {
  const destination = indexKey(lookedUp(row));
  return {
    messageId: row.message.transid,
    id,
    serviceId: row.message.serviceId,
    appId: row.message.app.id,
    target: indexKey(row.target),
    deviceId: row.deviceId,
    kind: row.kind,
    destination,
    destinationWritten: destination === row.destination ? null : row.destination,
    destinationType: row.destinationType,
    pushid: row.pushid,
    deviceid: row.deviceid,
    language: row.language,
    correlationid: row.correlationid,
    priority: row.message.priority,
    queuedAt,
  };
}

function lookedUp({ destination, destinationType, pushid }: TargetRow): string {
  if (destinationType === "userid") return normalId(destinationType, destination);
  return pushid === "" ? destination : pushid;
}

/** A change of a delivery that is not stored yet. */
export type FirstChange = Change & { delivery: NewDelivery };

/** Whether a change is the first of its delivery. */
export function isFirst<C extends Change>(change: C): change is C & FirstChange {
  return change.delivery !== undefined;
}

/** What was stored: `n` is the place of its change in the list. */
export interface StoredDelivery extends DeliveryFacts {
  n: number;
  deviceId: string | null;
  after: DeliveryState;
  /** When it moved: not before an earlier step of it. */
  movedAt: Date;
}

const insertSql = `
WITH c AS (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::text[], $15::text[], $16::smallint[], $17::timestamptz[], $18::text[], $19::text[], $20::text[], $21::smallint[], $22::float8[],
    $23::uuid[], $24::text[], $25::timestamptz[])
    AS c(n, message_id, id, service_id, app_id, target, device_id, kind, destination, written, destination_type,
      pushid, deviceid, language, correlationid, priority, queued_at, state, code, description, attempts, pause, lease, provider_message_id, at)
), d AS (
  INSERT INTO delivery (message_id, id, service_id, app_id, target, device_id, kind, destination, destination_written, destination_type, pushid, deviceid, language,
    correlationid, priority, queued_at, state, code, description, attempts, next_at, lease_token, provider_message_id, submitted_at, ended_at, updated_at)
  SELECT c.message_id, c.id, c.service_id, c.app_id, c.target, c.device_id, c.kind, c.destination, c.written, c.destination_type, c.pushid, c.deviceid, c.language,
    c.correlationid, c.priority, c.queued_at, CASE c.state WHEN 'waiting' THEN 'queued' ELSE c.state END, c.code, c.description, c.attempts,
    now() + make_interval(secs => c.pause / 1000), c.lease, c.provider_message_id,
    CASE c.state WHEN 'submitted' THEN c.at END, CASE WHEN c.state IN ('failed', 'expired', 'capped') THEN c.at END, c.at
  FROM c JOIN message a ON a.id = c.message_id AND a.id = ANY($26::uuid[]) AND a.state = 'accepted' ORDER BY c.message_id, c.target
  ON CONFLICT DO NOTHING
  RETURNING *
), moved AS (
  SELECT c.n, d.device_id AS "deviceId", NULL AS before, d.state AS after, c.at AS "movedAt", ${deliveryFacts}, ${rollupFacts}, ${activityFacts}
  FROM d JOIN c ON c.message_id = d.message_id AND c.id = d.id JOIN message m ON m.id = d.message_id AND m.id = ANY($26::uuid[])
), ${countMoved}, ${storeActivity}
SELECT n, "deviceId", after, "movedAt", ${deliveryFactNames} FROM moved`;

/** The token that a delivery without an outcome is stored with. */
function leaseOf({ leaseToken, code }: Change): string | null {
  return code === "" ? (leaseToken ?? null) : null;
}

/** Milliseconds until it is due: a lease begins when it is stored. */
function pauseOf(change: Change): number | null {
  const { dueAt } = change;
  if (leaseOf(change) !== null) return leaseSeconds * 1_000;
  return dueAt === undefined ? null : dueAt - performance.now();
}

/**
 * Stores deliveries with what became of them, or as waiting; those whose target the message has
 * already are left out, and those of a message that is expanded: it has all of its deliveries, and
 * a person may have been removed from it.
 */
export function insertDeliveries(
  tx: Sql,
  changes: readonly (FirstChange & { n: number })[],
): Promise<StoredDelivery[]> {
  const column = <T>(read: (change: FirstChange & { n: number }) => T) => changes.map(read);
  const fact = <K extends keyof NewDelivery>(name: K) => column(({ delivery }) => delivery[name]);
  return tx.query<StoredDelivery>(insertSql, [
    column(({ n }) => n),
    fact("messageId"),
    fact("id"),
    fact("serviceId"),
    fact("appId"),
    fact("target"),
    fact("deviceId"),
    fact("kind"),
    fact("destination"),
    fact("destinationWritten"),
    fact("destinationType"),
    fact("pushid"),
    fact("deviceid"),
    fact("language"),
    fact("correlationid"),
    fact("priority"),
    column(({ delivery }) => delivery.queuedAt.toISOString()),
    column(({ to }) => to),
    column(({ code }) => code),
    column(({ description }) => storable(description)),
    column(({ attempted }) => (attempted ? 1 : 0)),
    column(pauseOf),
    column(leaseOf),
    column(({ providerMessageId: id }) => (id === undefined ? null : storable(id))),
    column(({ at }) => at.toISOString()),
    distinctIds(fact("messageId")),
  ]);
}

/**
 * The stored deliveries that stand in the place of new ones and may move, by the place of the
 * change: those that this worker has stored as leased, and those that a worker which lost its lease
 * left waiting.
 */
export async function waitingInPlace(
  tx: Sql,
  changes: readonly (FirstChange & { n: number })[],
): Promise<Map<number, { id: string; isLeased: boolean }>> {
  if (changes.length === 0) return new Map();
  const rows = await tx.query<{ n: number; id: string; isLeased: boolean }>(
    `SELECT c.n, d.id, d.lease_token IS NOT NULL AS "isLeased" FROM unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[], $5::text[]) AS c(n, message_id, target, lease, state)
     JOIN delivery d ON d.message_id = c.message_id AND d.message_id = ANY($6::uuid[]) AND d.target = c.target AND d.state = 'queued'
       AND (d.lease_token = c.lease OR (d.lease_token IS NULL AND c.state <> 'waiting'))`,
    [
      changes.map(({ n }) => n),
      changes.map(({ delivery }) => delivery.messageId),
      changes.map(({ delivery }) => delivery.target),
      changes.map(({ leaseToken }) => leaseToken ?? null),
      changes.map(({ to }) => to),
      distinctIds(changes.map(({ delivery }) => delivery.messageId)),
    ],
  );
  return new Map(rows.map(({ n, id, isLeased }) => [n, { id, isLeased }]));
}
