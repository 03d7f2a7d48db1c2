import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import type { UpdateCode } from "@/lib/interface/codes";
import { updateCodes } from "@/lib/interface/codes";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import { recipients } from "@/lib/plan/recipients";
import { now } from "@/lib/runtime/clock";
import type { Change } from "./change";
import { loadMessages, UnreadableMessageError, type LoadedMessage } from "./message";
import { record, finishMessages } from "./record";
import { findTargets, type TargetRow } from "./targets";
import { changed, wake } from "@/lib/database/wake";

/** Messages and recipients in one transaction: bounds what a crash makes us do again, and how long others wait for the embedded database. */
const messagesAtOnce = 50;
const recipientsAtOnce = 1_000;

/**
 * Turns accepted messages into deliveries, one for each device that they are for, and sets them to sending. What cannot be sent at all (unknown
 * user, dead device, no content for the platform, expired) is recorded as such in the same transaction. Harmless when repeated.
 */
export async function expand(transids: readonly string[]): Promise<void> {
  for (let from = 0; from < transids.length; from += messagesAtOnce) {
    const messages = await loadMessages(database(), transids.slice(from, from + messagesAtOnce));
    for (const some of inTransactions(transids.slice(from, from + messagesAtOnce), messages)) await expandSome(some, messages);
  }
}

type Messages = Awaited<ReturnType<typeof loadMessages>>;

/** Parts that are for about as many recipients as one message may have. */
function inTransactions(transids: readonly string[], messages: Messages): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const transid of transids) {
    const message = messages.get(transid);
    const size = message && "effective" in message ? idsOf(message) : 1;
    if (size > room) {
      parts.push([]);
      room = recipientsAtOnce;
    }
    parts.at(-1)?.push(transid);
    room -= size;
  }
  return parts;
}

function idsOf({ effective }: LoadedMessage): number {
  return effective.destination.reduce((sum, entry) => sum + destinationKeys.reduce((ids, key) => ids + (entry[key]?.length ?? 0), 0), 0);
}

async function expandSome(transids: readonly string[], messages: Messages): Promise<void> {
  const done = await database().transaction(async (tx) => {
    const open = await tx.query<{ id: string; serviceId: string }>(
      `SELECT id, service_id AS "serviceId" FROM message WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id FOR UPDATE`,
      [transids],
    );
    const readable = open.flatMap(({ id }) => {
      const message = messages.get(id);
      return message === undefined || message instanceof UnreadableMessageError ? [] : [message];
    });
    const at = new Date(now());
    const targets = await findTargets(
      tx,
      readable.map((message) => ({
        message,
        recipients: recipients(message.effective.destination, message.effective.correlationid ?? ""),
      })),
    );
    const rows = targets.map((target) => ({ ...target, id: newId(), problem: target.problem ?? expiredBy(target.message, at) }));
    const inserted = await insertDeliveries(tx, rows, at);
    const recorded = await record(
      tx,
      rows.flatMap((row) => (row.problem && inserted.has(row.id) ? [endOf(row, row.problem, at)] : [])),
    );
    await tx.query("UPDATE message SET state = 'sending' WHERE id = ANY($1::uuid[])", [open.map(({ id }) => id)]);
    return { open, updates: recorded.updates };
  });
  wake("deliver");
  if (done.updates > 0) wake("update");
  await finishMessages(
    database(),
    done.open.map(({ id }) => id),
  );
  for (const { id, serviceId } of done.open) changed({ transid: id, serviceId });
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

/** Ids of the rows that are new: a device that two users share, or an id given twice, gets the message once. */
async function insertDeliveries(tx: Sql, rows: readonly NewDelivery[], at: Date): Promise<Set<string>> {
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
