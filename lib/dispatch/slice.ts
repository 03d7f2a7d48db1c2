import { distinctIds, newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { normalId } from "@/lib/interface/recipient-id";
import { recipients, type Recipient } from "@/lib/plan/recipients";
import { now } from "@/lib/runtime/clock";
import type { JobLease } from "@/lib/work/jobs";
import { changed, wake } from "@/lib/work/wake";
import { waitingFrom } from "./batch";
import { cappedText, capsOf, withinCaps, type CapsByService } from "./caps";
import type { Change, NewDelivery } from "./change";
import { isDelivering, sendNew } from "./deliver";
import { recordEarlyReceipts } from "./early-receipts";
import { UnreadableMessageError, type LoadedMessage } from "./message";
import { newDelivery } from "./new-delivery";
import { finishMessages, record } from "./record";
import { stoppedText } from "./rest";
import { findTargets, userTarget, type TargetRow } from "./targets";

/** A message that may not be fully expanded yet. */
export interface Open {
  transid: string;
  /** Absent where it cannot be read any more: then it has no recipients. */
  message?: LoadedMessage;
  recipients: readonly Recipient[];
  /** Those before it have their deliveries, or are being sent. */
  from: number;
  /** Its campaign was stopped: what is not sent yet is left out. */
  isStopped?: boolean;
}

/** The recipients of a message, from the first one on. */
export function openOf(
  transid: string,
  message: LoadedMessage | UnreadableMessageError | undefined,
): Open {
  if (message === undefined || message instanceof UnreadableMessageError)
    return { transid, recipients: [], from: 0 };
  const { destination, correlationid } = message.effective;
  return { transid, message, recipients: recipients(destination, correlationid ?? ""), from: 0 };
}

/** Recipients of a message that belong to a slice. */
interface Part extends Open {
  serviceId: string;
  /** The order that frequency caps count it by; null: they do not apply to it. */
  capOrderId: string | null;
  to: number;
  isLast: boolean;
  /** Whether the message's cursor stands at it: nothing before it is being sent. */
  isNext: boolean;
  /** Whether some of its deliveries are stored: another worker, or an earlier turn, had it. */
  hasStored: boolean;
}

/** Recipients of one or several messages whose deliveries are found together. */
export interface Slice {
  parts: readonly Part[];
  /** Whether all of its deliveries were stored in the transaction that found them. */
  isStored: boolean;
  /** Resolves to those that are to be stored as waiting once each that was begun is stored. */
  sent: Promise<NewDelivery[]>;
  /** Messages of which some deliveries found no free slot: their cursors stay before the slice. */
  unbegun: ReadonlySet<string>;
}

/**
 * Finds the deliveries of as many recipients as there is room for, and begins to send them; where
 * this process does not deliver they are stored as waiting. Those that cannot be sent at all are
 * stored as such.
 *
 * @param seen what earlier slices of the same turn go to; what this one does is added
 * @returns the slice, and what is left
 */
export async function beginSlice(
  left: readonly Open[],
  { room, seen, lease }: { room: number; seen: Set<string>; lease: JobLease | undefined },
): Promise<{ slice: Slice; rest: Open[] }> {
  const some = within(left, room);
  const isSending = isDelivering();
  const caps = await capsOf(some.flatMap(({ message }) => message?.serviceId ?? []));
  const { parts, unstored, names, moved } = await inTransaction(async (tx) => {
    await lease?.lock(tx);
    const of = await beginParts(tx, some, room);
    const { ended, fresh, names } = await deliveriesOf(tx, of, { seen, caps });
    const waiting = isSending ? [] : fresh.map((one) => waitingFrom(one));
    const { updates } = await record(tx, [...ended, ...waiting]);
    const open = isSending ? fresh : [];
    const isStored = open.length === 0 && of.every(({ isNext }) => isNext);
    const cursors = isStored ? await moveCursors(tx, of) : nothingMoved;
    const isWaiting = waiting.length > 0;
    const stored = { ...cursors, updates: updates + cursors.updates, isWaiting };
    return { parts: of, unstored: open, names, moved: { ...stored, isStored } };
  });
  for (const name of names) seen.add(name);
  await announceMoved(moved);
  const { isStored } = moved;
  const { stored: sent, unbegun } = await sendNew(unstored);
  const ends = new Map(parts.map(({ transid, to, isLast }) => [transid, isLast ? undefined : to]));
  const rest = some.flatMap((one) => {
    const from = ends.get(one.transid);
    return from === undefined ? [] : [{ ...one, from }];
  });
  const ids = new Set(unbegun.map(({ messageId }) => messageId));
  const slice = { parts, isStored, sent, unbegun: ids };
  return { slice, rest: [...rest, ...left.slice(some.length)] };
}

/**
 * Waits until what slices send is stored, stores the rest as waiting, and moves the cursors of
 * their messages. Throws when deliveries of one could not be stored; the cursors of its messages
 * stay before it.
 */
export async function endSlices(
  slices: readonly Slice[],
  lease: JobLease | undefined,
): Promise<void> {
  const failed = new Set<string>();
  const ended: { parts: Part[]; waiting: NewDelivery[] }[] = [];
  let failure: unknown;
  for (const { parts, isStored, sent, unbegun } of slices) {
    const [result] = await Promise.allSettled([sent]);
    if (result.status === "rejected") failure ??= result.reason;
    if (result.status === "rejected") for (const { transid } of parts) failed.add(transid);
    else if (!isStored)
      ended.push({
        parts: parts.filter(({ transid }) => !failed.has(transid) && !unbegun.has(transid)),
        waiting: result.value,
      });
  }
  if (ended.length > 0) {
    const parts = ended.flatMap((slice) => slice.parts);
    const waiting = ended.flatMap((slice) => slice.waiting).map((one) => waitingFrom(one));
    const moved = await inTransaction(async (tx) => {
      await lease?.lock(tx);
      await lockMessages(tx, parts);
      const { updates } = await record(tx, waiting);
      const cursors = await moveCursors(tx, parts);
      return { ...cursors, updates: updates + cursors.updates, isWaiting: waiting.length > 0 };
    });
    await announceMoved(moved);
  }
  if (failed.size > 0) throw failure;
}

/** Repeats a transaction that the database rolled back for another one's sake. */
function inTransaction<R>(run: (tx: Sql) => Promise<R>): Promise<R> {
  return repeatRolledBack(() => database().transaction(run));
}

/** Before its deliveries are stored, as the transaction that finds them does. */
async function lockMessages(tx: Sql, parts: readonly Part[]): Promise<void> {
  await tx.query("SELECT 1 FROM message WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", [
    parts.map(({ transid }) => transid),
  ]);
}

/** The first ones, until they fill a slice. */
function within(left: readonly Open[], room: number): Open[] {
  const some: Open[] = [];
  let free = room;
  for (const one of left) {
    if (free <= 0) break;
    some.push(one);
    free -= Math.max(1, one.recipients.length - one.from);
  }
  return some;
}

/**
 * Locks the messages that are still accepted, and returns which of their recipients come now: from
 * where their cursor, or what this turn has begun, ends.
 */
async function beginParts(tx: Sql, some: readonly Open[], room: number): Promise<Part[]> {
  const rows = await tx.query<{
    id: string;
    serviceId: string;
    capOrderId: string | null;
    expanded: number;
    hasStored: boolean;
  }>(
    `SELECT id, service_id AS "serviceId", cap_order_id AS "capOrderId", expanded, EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id AND d.message_id = ANY($1::uuid[])) AS "hasStored"
     FROM message m WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id FOR NO KEY UPDATE`,
    [some.map(({ transid }) => transid)],
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  let free = room;
  return some.flatMap((one) => {
    const row = rowsById.get(one.transid);
    if (!row) return [];
    const { serviceId, capOrderId, hasStored } = row;
    const { length } = one.recipients;
    const cursor = Math.min(row.expanded, length);
    const from = Math.min(Math.max(cursor, one.from), length);
    const to = Math.min(length, from + free);
    free -= to - from;
    const facts = { serviceId, capOrderId, hasStored };
    return [{ ...one, ...facts, from, to, isNext: from === cursor, isLast: to === length }];
  });
}

/**
 * The deliveries of a slice that are not stored yet: what cannot be sent at all, or is left out by
 * a frequency cap, and the others.
 */
async function deliveriesOf(
  tx: Sql,
  parts: readonly Part[],
  { seen, caps }: { seen: ReadonlySet<string>; caps: CapsByService },
): Promise<{ ended: Change[]; fresh: NewDelivery[]; names: ReadonlySet<string> }> {
  const targets = await findTargets(
    tx,
    parts.flatMap(({ message, recipients: all, from, to }) =>
      message ? [{ message, recipients: all.slice(from, to) }] : [],
    ),
  );
  const at = new Date(now());
  const isStored = await storedAmong(tx, parts, targets);
  const open = targets.filter((target) => !isStored(target));
  const ended: Change[] = [];
  const fresh: NewDelivery[] = [];
  const names = new Set<string>();
  const stopped = new Set(parts.flatMap((part) => (part.isStopped === true ? [part.transid] : [])));
  // What is not sent does not count.
  const counted = parts.filter(({ transid }) => !stopped.has(transid));
  for (const target of await withinCaps(tx, open, { caps, messages: counted, at })) {
    const name = targetName(target.message.transid, target.target);
    if (seen.has(name) || names.has(name)) continue;
    names.add(name);
    const delivery = newDelivery(target, newId(), at);
    const problem = target.problem ?? expiredBy(target.message, at);
    if (problem) ended.push(endOf(delivery, problem, target.problemText));
    else if (stopped.has(target.message.transid)) ended.push(endOf(delivery, "7404", stoppedText));
    else if (target.capped) ended.push({ ...endOf(delivery, "7404", cappedText), to: "capped" });
    else fresh.push(delivery);
  }
  return { ended, fresh, names };
}

const targetName = (transid: string, target: string) => `${transid} ${target}`;

/**
 * Which targets have a delivery already. A user who had no device then keeps that status, even when
 * one has been registered meanwhile.
 */
async function storedAmong(
  tx: Sql,
  parts: readonly Part[],
  targets: readonly TargetRow[],
): Promise<(target: TargetRow) => boolean> {
  const begun = new Set(parts.flatMap(({ transid, hasStored }) => (hasStored ? [transid] : [])));
  const expected = targets.filter(({ message }) => begun.has(message.transid));
  if (expected.length === 0) return () => false;
  const names = expected.flatMap((target) =>
    namesOf(target).map((name) => [target.message.transid, name] as const),
  );
  const rows = await tx.query<{ messageId: string; target: string }>(
    `SELECT d.message_id AS "messageId", d.target FROM delivery d JOIN unnest($1::uuid[], $2::text[]) AS n(m, target) ON d.message_id = n.m AND d.target = n.target
     WHERE d.message_id = ANY($3::uuid[])`,
    [
      names.map(([transid]) => transid),
      names.map(([, name]) => name),
      distinctIds(names.map(([transid]) => transid)),
    ],
  );
  const stored = new Set(rows.map(({ messageId, target }) => targetName(messageId, target)));
  const users = await reachedUsers(
    tx,
    expected.filter(
      ({ deviceId, destinationType }) => deviceId === null && destinationType === "userid",
    ),
  );
  return (target) =>
    namesOf(target).some((name) => stored.has(targetName(target.message.transid, name))) ||
    users.has(targetName(target.message.transid, userTarget(target)));
}

/**
 * Of users to whom nothing can be sent now: those to whom something was. A device of theirs may
 * have gone out of use by that.
 */
async function reachedUsers(tx: Sql, targets: readonly TargetRow[]): Promise<ReadonlySet<string>> {
  if (targets.length === 0) return new Set();
  const ids = new Map(targets.map((target) => [normalId("userid", target.destination), target]));
  const rows = await tx.query<{ messageId: string; destination: string }>(
    `SELECT d.message_id AS "messageId", d.destination FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n(service_id, message_id, destination)
     JOIN delivery d ON d.service_id = n.service_id AND d.destination = n.destination AND d.message_id = n.message_id
     WHERE d.destination_type = 'userid' AND d.message_id = ANY($4::uuid[])`,
    [
      targets.map(({ message }) => message.serviceId),
      targets.map(({ message }) => message.transid),
      targets.map(({ destination }) => normalId("userid", destination)),
      distinctIds(targets.map(({ message }) => message.transid)),
    ],
  );
  return new Set(
    rows.flatMap(({ messageId, destination }) => {
      const target = ids.get(destination);
      return target ? [targetName(messageId, userTarget(target))] : [];
    }),
  );
}

function namesOf(target: TargetRow): string[] {
  return target.destinationType === "userid"
    ? [...new Set([target.target, userTarget(target)])]
    : [target.target];
}

function expiredBy(message: LoadedMessage, at: Date): UpdateCode | undefined {
  return message.expiresAt && message.expiresAt <= at ? "7503" : undefined;
}

function endOf(delivery: NewDelivery, code: UpdateCode, text: string | undefined): Change {
  return {
    messageId: delivery.messageId,
    deliveryId: delivery.id,
    delivery,
    to: code === "7503" ? "expired" : "failed",
    code,
    description: text ?? updateCodes[code],
    at: delivery.queuedAt,
    attempted: false,
  };
}

/** What moving cursors brought about. */
interface MovedCursors {
  /** Messages that are expanded now. */
  ended: readonly { transid: string; serviceId: string; state: string }[];
  /** Updates that were enqueued. */
  updates: number;
}

const nothingMoved: MovedCursors = { ended: [], updates: 0 };

/**
 * Moves the cursors of messages past parts whose deliveries are stored. With the last of its
 * recipients a message is sending, or done when nothing of it waits. Records the receipts that were
 * quicker than their deliveries.
 */
async function moveCursors(tx: Sql, parts: readonly Part[]): Promise<MovedCursors> {
  const ends = [...new Map(parts.map((part) => [part.transid, part])).values()];
  if (ends.length === 0) return nothingMoved;
  const ended = await tx.query<MovedCursors["ended"][number]>(
    `UPDATE message m SET expanded = greatest(m.expanded, l.expanded), state = CASE WHEN NOT l.last THEN m.state
       WHEN EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id AND d.message_id = ANY($1::uuid[]) AND d.state = 'queued' AND d.next_at IS NOT NULL) THEN 'sending' ELSE 'done' END
     FROM (SELECT o.id, p.expanded, p.last FROM message o JOIN unnest($1::uuid[], $2::int[], $3::boolean[]) AS p(id, expanded, last) ON o.id = p.id
       WHERE o.state = 'accepted' AND o.id = ANY($1::uuid[]) ORDER BY o.id FOR NO KEY UPDATE OF o) l
     WHERE m.id = l.id AND m.id = ANY($1::uuid[]) RETURNING m.id AS transid, m.service_id AS "serviceId", m.state`,
    [
      ends.map(({ transid }) => transid),
      ends.map(({ to }) => to),
      ends.map(({ isLast }) => isLast),
    ],
  );
  const updates = await recordEarlyReceipts(
    tx,
    ends.map(({ transid }) => transid),
  );
  return { ended: ended.filter(({ state }) => state !== "accepted"), updates };
}

/**
 * Wakes who goes on with what was stored, notifies pages of the messages that are expanded, and
 * sets those to done whose last delivery was being recorded when they became sending.
 */
async function announceMoved({
  ended,
  updates,
  isWaiting,
}: MovedCursors & { isWaiting: boolean }): Promise<void> {
  if (updates > 0) wake("update");
  if (isWaiting) wake("deliver");
  const open = ended.filter(({ state }) => state === "sending").map(({ transid }) => transid);
  if (open.length > 0) await finishMessages(database(), open);
  for (const { transid, serviceId } of ended) changed({ transid, serviceId });
}
