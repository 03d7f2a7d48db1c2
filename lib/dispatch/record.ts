import { distinctIds } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { doubtDevices, retireDevices, type RefusedDevice } from "@/lib/directory/device/retire";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import type { DeliveryState } from "@/lib/interface/update";
import { deliveryFactNames, deliveryFacts } from "@/lib/updates/delivery-facts";
import { enqueueUpdates, type UpdateSource } from "@/lib/updates/enqueue";
import { enqueueFirstUpdates } from "@/lib/updates/slice";
import { activityFacts, storeActivity } from "./activity";
import type { Change } from "./change";
import {
  insertDeliveries,
  isFirst,
  waitingInPlace,
  type FirstChange,
  type StoredDelivery,
} from "./new-delivery";
import { countMoved, rollupFacts } from "./rollups";
import { storable } from "./storable";

/** What a record brought about; to be announced after the commit. */
export interface RecordResult {
  /** Messages of which a delivery changed, and whether one did that was stored before. */
  messages: { transid: string; serviceId: string; hasMoved: boolean }[];
  /** Delivery updates that were enqueued for any sender. */
  updates: number;
}

interface Row extends StoredDelivery {
  before: DeliveryState;
}

/**
 * Stores and moves deliveries: the only place that does. In the caller's transaction it inserts
 * those that are new with what became of them, sets states, codes and times of the others, counts
 * them, retires dead devices and enqueues the delivery updates. States only move forward, so that
 * repeats, receipts in any order and late answers are harmless: what would move a delivery back, or
 * comes from a worker that lost its lease, is left out. A step that was skipped is reported too: a
 * read receipt that comes first makes Submitted, Delivered and Read, in this order.
 */
export async function record(tx: Sql, changes: readonly Change[]): Promise<RecordResult> {
  const steps = lastOfEach(changes);
  if (steps.length === 0) return { messages: [], updates: 0 };
  const placed = steps.map((step, n) => ({ ...step, n }));
  const { stored, moves } = await store(tx, placed.filter(isFirst));
  const further = await move(tx, [...moves, ...placed.filter((step) => !isFirst(step))]);
  const rows = [...stored, ...further];
  const moved = rows.filter(({ before, after }) => before !== after);
  await retireDevices(tx, refusedIn(moved, steps, false));
  await doubtDevices(tx, refusedIn(moved, steps, true));
  const updatesOfThose = (isFirstOne: boolean) =>
    moved.flatMap((row) => {
      const step = steps[row.n];
      return step && isFirst(step) === isFirstOne ? updatesOf(row, step) : [];
    });
  const updates =
    (await enqueueFirstUpdates(tx, updatesOfThose(true))) +
    (await enqueueUpdates(tx, updatesOfThose(false)));
  const messages = new Map<string, RecordResult["messages"][number]>();
  for (const { messageId: transid, serviceId } of stored)
    messages.set(transid, { transid, serviceId, hasMoved: false });
  for (const { messageId: transid, serviceId } of further)
    messages.set(transid, { transid, serviceId, hasMoved: true });
  return { messages: [...messages.values()], updates };
}

function refusedIn(
  moved: readonly Row[],
  steps: readonly Change[],
  doubtful: boolean,
): RefusedDevice[] {
  return moved.flatMap(({ n, deviceId: id }) => {
    const step = steps[n];
    if (id === null || !step?.retireDevice || (step.doubtful ?? false) !== doubtful) return [];
    return [{ id, reason: storable(step.description), registeredBy: step.registeredBy ?? step.at }];
  });
}

/**
 * Several receipts of one device may come in one call: the one that says most counts, and it
 * implies the others.
 */
function lastOfEach(changes: readonly Change[]): Change[] {
  const best = new Map<string, Change>();
  for (const change of changes) {
    const bestChange = best.get(change.deliveryId);
    if (!bestChange || rank[change.to] > rank[bestChange.to]) best.set(change.deliveryId, change);
  }
  return [...best.values()];
}

const rank: Record<Change["to"], number> = {
  waiting: 0,
  submitted: 1,
  delivered: 2,
  read: 3,
  failed: 4,
  expired: 4,
  capped: 4,
};

const moveSql = `
WITH c AS (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::float8[], $10::int[],
    $11::text[], $12::text[], $13::text[]) AS c(n, message_id, id, lease, state, code, description, at, pause, attempted, provider_message_id, button, reply)
), old AS (
  SELECT c.*, d.state AS before, greatest(c.at, d.submitted_at, d.delivered_at) AS moved_at FROM delivery d JOIN c ON c.message_id = d.message_id AND c.id = d.id
  WHERE d.message_id = ANY($14::uuid[]) AND (c.lease IS NULL OR d.lease_token = c.lease)
    AND CASE c.state
      WHEN 'waiting' THEN d.state = 'queued'
      WHEN 'submitted' THEN d.state = 'queued'
      WHEN 'delivered' THEN d.state IN ('queued', 'submitted')
      WHEN 'read' THEN d.state IN ('queued', 'submitted', 'delivered')
      ELSE d.state = 'queued' END
  ORDER BY d.message_id, d.id FOR UPDATE OF d
), moved AS (
  UPDATE delivery d SET
    state = CASE o.state WHEN 'waiting' THEN d.state ELSE o.state END,
    code = o.code, description = o.description, updated_at = o.moved_at,
    attempts = d.attempts + o.attempted,
    next_at = now() + make_interval(secs => o.pause / 1000),
    lease_token = NULL,
    provider_message_id = coalesce(o.provider_message_id, d.provider_message_id),
    submitted_at = CASE WHEN o.state IN ('submitted', 'delivered', 'read') THEN coalesce(d.submitted_at, o.moved_at) ELSE d.submitted_at END,
    delivered_at = CASE WHEN o.state IN ('delivered', 'read') THEN coalesce(d.delivered_at, o.moved_at) ELSE d.delivered_at END,
    read_at = CASE WHEN o.state = 'read' THEN coalesce(d.read_at, o.moved_at) ELSE d.read_at END,
    ended_at = CASE WHEN o.state IN ('failed', 'expired', 'capped') THEN o.moved_at ELSE d.ended_at END,
    button = coalesce(o.button, d.button), reply = coalesce(o.reply, d.reply)
  FROM old o JOIN message m ON m.id = o.message_id
  WHERE d.message_id = o.message_id AND d.id = o.id AND d.message_id = ANY($14::uuid[]) AND m.id = ANY($14::uuid[])
  RETURNING o.n, d.device_id AS "deviceId", o.before, d.state AS after, o.moved_at AS "movedAt", ${deliveryFacts}, ${rollupFacts}, ${activityFacts}
), ${countMoved}, ${storeActivity}
SELECT n, "deviceId", before, after, "movedAt", ${deliveryFactNames} FROM moved`;

/** A change with its place in the list of changes. */
type PlacedChange<C extends Change = Change> = C & { n: number };

/**
 * Inserts deliveries. Where a worker that lost its lease was quicker and left one waiting, that one
 * moves.
 */
async function store(
  tx: Sql,
  changes: readonly PlacedChange<FirstChange>[],
): Promise<{ stored: Row[]; moves: PlacedChange[] }> {
  if (changes.length === 0) return { stored: [], moves: [] };
  const stored = await insertDeliveries(tx, changes);
  const places = new Set(stored.map(({ n }) => n));
  const late = changes.filter(({ n, code }) => !places.has(n) && code !== "");
  const inPlace = await waitingInPlace(tx, late);
  const moves = late.flatMap(({ leaseToken, ...change }) => {
    const row = inPlace.get(change.n);
    if (!row) return [];
    const lease = row.isLeased && leaseToken !== undefined ? { leaseToken } : {};
    return [{ ...change, ...lease, deliveryId: row.id }];
  });
  return { stored: stored.map((row) => ({ ...row, before: "queued" as const })), moves };
}

async function move(tx: Sql, changes: readonly PlacedChange[]): Promise<Row[]> {
  if (changes.length === 0) return [];
  const column = <T>(read: (change: PlacedChange) => T) => changes.map(read);
  return tx.query<Row>(moveSql, [
    column(({ n }) => n),
    column((c) => c.messageId),
    column((c) => c.deliveryId),
    column((c) => c.leaseToken ?? null),
    column((c) => c.to),
    column((c) => c.code),
    column((c) => storable(c.description)),
    column((c) => c.at.toISOString()),
    column((c) => (c.dueAt === undefined ? null : c.dueAt - performance.now())),
    column((c) => (c.attempted ? 1 : 0)),
    column((c) => (c.providerMessageId === undefined ? null : storable(c.providerMessageId))),
    column((c) => c.button ?? null),
    column((c) => c.reply ?? null),
    distinctIds(column((c) => c.messageId)),
  ]);
}

const forward = ["queued", "submitted", "delivered", "read"] as const;
const stepCodes = { submitted: "7501", delivered: "7500", read: "7502" } as const satisfies Record<
  string,
  UpdateCode
>;

function updatesOf(row: Row, change: Change | undefined): UpdateSource[] {
  if (!change || change.code === "") return [];
  const { movedAt: at } = row;
  if (row.after === "failed" || row.after === "expired" || row.after === "capped")
    return [
      { delivery: row, at, kind: "failed", code: change.code, description: change.description },
    ];
  const from = forward.indexOf(row.before as (typeof forward)[number]);
  const to = forward.indexOf(row.after as (typeof forward)[number]);
  return forward.slice(from + 1, to + 1).flatMap((kind) => {
    if (kind === "queued") return [];
    const code = stepCodes[kind];
    const pressed = kind === "read" && { button: change.button, reply: change.reply };
    return [{ delivery: row, at, ...pressed, kind, code, description: updateCodes[code] }];
  });
}

/**
 * Sets messages to done that have nothing left to do. Run it outside of the transaction that
 * recorded the last delivery: two workers that finish at the same moment would not see each other's
 * rows.
 */
export async function finishMessages(sql: Sql, transids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE message m SET state = 'done' FROM (
       SELECT o.id FROM message o WHERE o.state = 'sending' AND o.id = ANY($1::uuid[])
         AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = o.id AND d.message_id = ANY($1::uuid[]) AND d.state = 'queued' AND d.next_at IS NOT NULL)
       ORDER BY o.id FOR UPDATE OF o) ended
     WHERE m.id = ended.id AND m.id = ANY($1::uuid[])`,
    [transids],
  );
}
