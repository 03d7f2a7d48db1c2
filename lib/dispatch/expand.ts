import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { normalId } from "@/lib/interface/recipient-id";
import { recipients, type Recipient } from "@/lib/plan/recipients";
import { rowsAtOnce } from "@/lib/runtime/attended";
import { now } from "@/lib/runtime/clock";
import { unfinished } from "@/lib/work/jobs";
import { changed, wake } from "@/lib/work/wake";
import type { Change } from "./change";
import { loadMessages, UnreadableMessageError, type LoadedMessage } from "./message";
import { record, finishMessages } from "./record";
import { findTargets, type TargetRow } from "./targets";

/** Messages that are read together. */
const messagesAtOnce = 50;
/** Recipients of one transaction: bounds what a crash makes us do again. */
const sliceRecipients = () => rowsAtOnce(1_000);
/**
 * Transactions of one turn of a service, whose next one comes after those of the services that
 * wait.
 */
export const slicesInTurn = 4;

/**
 * Turns accepted messages into deliveries, one for each device that they are for, and sets them to
 * sending. What cannot be sent at all (unknown user, dead device, no content for the platform,
 * expired) is recorded as such in the same transaction.
 *
 * A transaction makes those of some recipients and moves the message's cursor past them; the one
 * with the last of them sets it to sending. Until then it is accepted, so that a worker that
 * continues after a death, or has it at the same time, begins where the last transaction ended.
 * Harmless when repeated.
 *
 * @param turn transactions at most
 * @param room recipients of one transaction
 * @returns `unfinished` when there is more to expand than so many transactions take
 */
export async function expand(
  transids: readonly string[],
  turn = Infinity,
  room = sliceRecipients(),
): Promise<void | typeof unfinished> {
  // Those that were expanded in earlier turns take no transaction of this one: otherwise the first
  // of many would use it up, each time, and the last never have one.
  const open = transids.length > 1 ? await stillAccepted(transids) : transids;
  let slices = 0;
  for (let from = 0; from < open.length; from += messagesAtOnce) {
    const some = open.slice(from, from + messagesAtOnce);
    if (slices >= turn) return unfinished;
    const messages = await loadMessages(database(), some);
    for (
      let left = some.map((transid) => openOf(transid, messages.get(transid)));
      left.length > 0;
      slices += 1
    ) {
      if (slices >= turn) return unfinished;
      left = await expandSome(left, room);
    }
  }
}

async function stillAccepted(transids: readonly string[]): Promise<string[]> {
  const rows = await database().query<{ id: string }>(
    "SELECT id FROM message WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id",
    [transids],
  );
  return rows.map(({ id }) => id);
}

/** A message that may not be fully expanded yet. */
interface Open {
  transid: string;
  /** Absent where it cannot be read any more: then it has no recipients. */
  message?: LoadedMessage;
  recipients: readonly Recipient[];
  /** Those before it have their deliveries. */
  from: number;
}

function openOf(
  transid: string,
  message: LoadedMessage | UnreadableMessageError | undefined,
): Open {
  if (message === undefined || message instanceof UnreadableMessageError)
    return { transid, recipients: [], from: 0 };
  const { destination, correlationid } = message.effective;
  return { transid, message, recipients: recipients(destination, correlationid ?? ""), from: 0 };
}

/** Expands as much as one transaction takes; answers what is left. */
async function expandSome(left: readonly Open[], room: number): Promise<Open[]> {
  const some = within(left, room);
  const done = await database().transaction((tx) => expandIn(tx, some, room));
  wake("deliver");
  if (done.updates > 0) wake("update");
  const ended = done.parts.filter(({ isLast }) => isLast);
  // The worker that records the last open delivery finishes the message.
  const finished = ended
    .filter(({ transid }) => !done.open.has(transid))
    .map(({ transid }) => transid);
  if (finished.length > 0) await finishMessages(database(), finished);
  for (const { transid, serviceId } of ended) changed({ transid, serviceId });
  const cursors = new Map(
    done.parts.map(({ transid, to, isLast }) => [transid, isLast ? undefined : to]),
  );
  const untouched = left.slice(some.length);
  return [
    ...some.flatMap((one) => {
      const from = cursors.get(one.transid);
      return from === undefined ? [] : [{ ...one, from }];
    }),
    ...untouched,
  ];
}

/** The first ones, until they fill a transaction. */
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

interface Part extends Open {
  serviceId: string;
  to: number;
  isLast: boolean;
}

interface ExpansionResult {
  parts: Part[];
  updates: number;
  /** Messages with deliveries that are still to be sent. */
  open: ReadonlySet<string>;
}

async function expandIn(tx: Sql, some: readonly Open[], room: number): Promise<ExpansionResult> {
  const parts = await beginParts(tx, some, room);
  const at = new Date(now());
  const targets = await findTargets(
    tx,
    parts.flatMap(({ message, recipients: all, from, to }) =>
      message ? [{ message, recipients: all.slice(from, to) }] : [],
    ),
  );
  const rows = targets.map((target) => ({
    ...target,
    id: newId(),
    problem: target.problem ?? expiredBy(target.message, at),
  }));
  const inserted = await insertDeliveries(tx, rows, at);
  const recorded = await record(
    tx,
    rows.flatMap((row) =>
      row.problem && inserted.has(row.id) ? [endOf(row, row.problem, at)] : [],
    ),
  );
  await tx.query(
    `UPDATE message m SET expanded = p.expanded, state = CASE WHEN p.last THEN 'sending' ELSE m.state END
     FROM unnest($1::uuid[], $2::int[], $3::boolean[]) AS p(id, expanded, last) WHERE m.id = p.id`,
    [
      parts.map(({ transid }) => transid),
      parts.map(({ to }) => to),
      parts.map(({ isLast }) => isLast),
    ],
  );
  const open = rows.flatMap(({ problem, id, message }) =>
    problem === undefined && inserted.has(id) ? [message.transid] : [],
  );
  return { parts, updates: recorded.updates, open: new Set(open) };
}

/**
 * Locks the messages that are still accepted, and returns which of their recipients come now: from
 * where the last transaction of any worker ended.
 */
async function beginParts(tx: Sql, some: readonly Open[], room: number): Promise<Part[]> {
  const rows = await tx.query<{ id: string; serviceId: string; expanded: number }>(
    `SELECT id, service_id AS "serviceId", expanded FROM message WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id FOR UPDATE`,
    [some.map(({ transid }) => transid)],
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  let free = room;
  return some.flatMap((one) => {
    const row = rowsById.get(one.transid);
    if (!row) return [];
    const { length } = one.recipients;
    const from = Math.min(row.expanded, length);
    const to = Math.min(length, from + free);
    free -= to - from;
    return [{ ...one, from, to, serviceId: row.serviceId, isLast: to === length }];
  });
}

interface NewDelivery extends Omit<TargetRow, "problem"> {
  id: string;
  problem: UpdateCode | undefined;
}

function expiredBy(message: LoadedMessage, at: Date): UpdateCode | undefined {
  return message.expiresAt && message.expiresAt <= at ? "7503" : undefined;
}

function endOf(row: NewDelivery, code: UpdateCode, at: Date): Change {
  const description = row.problemText ?? updateCodes[code];
  return {
    messageId: row.message.transid,
    deliveryId: row.id,
    to: code === "7503" ? "expired" : "failed",
    code,
    description,
    at,
    attempted: false,
  };
}

/** The one form of the id that a delivery is for. */
function lookedUp({ destination, destinationType, pushid }: NewDelivery): string {
  if (destinationType === "userid") return normalId(destinationType, destination);
  return pushid === "" ? destination : pushid;
}

/**
 * Ids of the rows that are new: a device that two users share, or an id given twice, gets the
 * message once.
 */
async function insertDeliveries(
  tx: Sql,
  rows: readonly NewDelivery[],
  at: Date,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const column = <T>(read: (row: NewDelivery) => T) => rows.map(read);
  const inserted = await tx.query<{ id: string }>(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, device_id, kind, destination, destination_written, destination_type, pushid, deviceid, correlationid, language,
       priority, next_at, queued_at, updated_at)
     SELECT m, id, s, a, t, d, k, dest, w, dt, p, did, c, l, pr, CASE WHEN due THEN now() END, $14::timestamptz, $14::timestamptz
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
       $13::smallint[], $15::boolean[], $16::text[], $17::text[]) AS r(m, id, s, a, t, d, k, dest, dt, p, did, c, pr, due, l, w)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      column((r) => r.message.transid),
      column((r) => r.id),
      column((r) => r.message.serviceId),
      column((r) => r.message.app.id),
      column((r) => r.target),
      column((r) => r.deviceId),
      column((r) => r.kind),
      column(lookedUp),
      column((r) => r.destinationType),
      column((r) => r.pushid),
      column((r) => r.deviceid),
      column((r) => r.correlationid),
      column((r) => r.message.priority),
      at.toISOString(),
      column((r) => r.problem === undefined),
      column((r) => r.language),
      column((r) => (lookedUp(r) === r.destination ? null : r.destination)),
    ],
  );
  return new Set(inserted.map(({ id }) => id));
}
