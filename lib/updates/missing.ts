import type { Sql } from "@/lib/database/sql";
import { isUpdateCode, updateCodes } from "@/lib/interface/codes";
import { deliveryFacts, type DeliveryFacts } from "./delivery-facts";
import { insertUpdates, updatesFor, type NewUpdate, type UpdateSource } from "./enqueue";

/** Deliveries read at once: bounds memory for a message of any size. */
const pageSize = 1_000;

interface Row extends DeliveryFacts {
  state: string;
  code: string;
  description: string;
  submittedAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  endedAt: Date | null;
  button: string | null;
  reply: string | null;
}

/**
 * Where updates may be missing: in one message, or in the newest messages of a service, or in those
 * after where a search ended.
 */
export interface MissingIn {
  serviceId: string;
  transid?: string | undefined;
  after?: SearchedTo | undefined;
}

/** Where a search ended: behind this delivery, and before the messages older than this one. */
export interface SearchedTo {
  transid: string;
  deliveryId: string;
}

/** Updates that are missing, and whether a bound ended the search: there may be more. */
export interface MissingUpdates {
  count: number;
  more: boolean;
  /**
   * Where the next search goes on; absent when the bound is that of `count`: what is left is found
   * from where this search began.
   */
  next?: SearchedTo;
}

/** Ids before and after all others. */
const [firstId, lastId] = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
];

/**
 * Messages of a service, and deliveries in all of them, in which updates are looked for. One
 * message is searched to its end.
 */
const mostMessages = 1_000;
const mostDeliveries = 20_000;

/** Counts the updates that {@link enqueueMissing} would make, `most` at most. */
export async function countNeverMade(
  sql: Sql,
  where: MissingIn,
  most: number,
): Promise<MissingUpdates> {
  const bounds = { most, deliveries: deliveriesIn(where) };
  const search = { ...where, messages: await searchedMessages(sql, where) };
  const { count, end, next } = await eachMissing(sql, search, bounds, async ({ length }) => length);
  return { count, more: end !== "all", ...(next && { next }) };
}

/** Deliveries that one search looks at: of one message all of them. */
export function deliveriesIn({ transid }: MissingIn): number {
  return transid === undefined ? mostDeliveries : Infinity;
}

/** The messages that one search goes through, in its order. */
export async function searchedMessages(
  sql: Sql,
  { serviceId, transid, after }: MissingIn,
): Promise<string[]> {
  return transid === undefined
    ? newestMessages(sql, serviceId, after?.transid ?? lastId)
    : [transid];
}

/** A search, with the messages that it goes through. */
export type Search = MissingIn & { messages: readonly string[] };

/** What a part of a search came to. */
interface Part {
  count: number;
  /** What ended it: there was no more, or one of its bounds. */
  end: "all" | "most" | "deliveries" | "messages";
  /** Where the next one goes on; absent after "most", where it begins at the same place. */
  next?: SearchedTo;
}

/**
 * Enqueues the updates that the states of deliveries call for and that do not exist, e.g. because
 * the webhook was added later: `most` at most, and those of so many deliveries.
 */
export function enqueueMissing(
  tx: Sql,
  search: Search,
  bounds: { most: number; deliveries: number },
): Promise<Part> {
  return eachMissing(tx, search, bounds, (rows) => insertUpdates(tx, rows));
}

async function eachMissing(
  sql: Sql,
  { serviceId, messages, after: from }: Search,
  { most, deliveries }: { most: number; deliveries: number },
  take: (rows: readonly NewUpdate[]) => Promise<number>,
): Promise<Part> {
  let count = 0;
  let left = deliveries;
  for (const messageId of messages.slice(Math.max(0, messages.indexOf(from?.transid ?? "")))) {
    let after = messageId === from?.transid ? from.deliveryId : firstId;
    for (;;) {
      if (count >= most) return { count, end: "most" };
      if (left <= 0)
        return { count, end: "deliveries", next: { transid: messageId, deliveryId: after } };
      const limit = Math.min(pageSize, left);
      const rows: Row[] = await deliveriesOf(sql, messageId, serviceId, after, limit);
      left -= rows.length;
      const updates = await updatesFor(sql, rows.flatMap(sourcesOf));
      const missing = await withoutExisting(sql, messageId, updates);
      const some = missing.slice(0, most - count);
      count += await take(some);
      if (some.length < missing.length) return { count, end: "most" };
      if (rows.length < limit) break;
      after = rows.at(-1)?.deliveryId ?? lastId;
    }
  }
  const last = messages.length === mostMessages ? messages.at(-1) : undefined;
  return last === undefined
    ? { count, end: "all" }
    : { count, end: "messages", next: { transid: last, deliveryId: lastId } };
}

/** Messages of a service up to this one, newest first. */
async function newestMessages(sql: Sql, serviceId: string, upTo: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM message WHERE service_id = $1 AND id <= $2 ORDER BY id DESC LIMIT ${mostMessages}`,
    [serviceId, upTo],
  );
  return rows.map(({ id }) => id);
}

function deliveriesOf(
  sql: Sql,
  messageId: string,
  serviceId: string,
  after: string,
  limit: number,
): Promise<Row[]> {
  return sql.query<Row>(
    `SELECT ${deliveryFacts}, d.state, d.code, d.description, d.submitted_at AS "submittedAt", d.delivered_at AS "deliveredAt", d.read_at AS "readAt",
       d.ended_at AS "endedAt", d.button, d.reply
     FROM delivery d JOIN message m ON m.id = d.message_id
     WHERE d.message_id = $1 AND d.id > $2 AND d.service_id = $3 ORDER BY d.id LIMIT $4`,
    [messageId, after, serviceId, limit],
  );
}

async function withoutExisting(
  sql: Sql,
  messageId: string,
  updates: readonly NewUpdate[],
): Promise<NewUpdate[]> {
  if (updates.length === 0) return [];
  const rows = await sql.query<{ deliveryId: string; kind: string; receiver: string }>(
    // Those of open slices are stored once they are sent.
    `SELECT delivery_id::text AS "deliveryId", kind, receiver FROM "update" WHERE message_id = $1 AND delivery_id = ANY($2::uuid[])
     UNION ALL SELECT u->>'deliveryId', u->>'kind', u->>'receiver' FROM update_slice s CROSS JOIN LATERAL jsonb_array_elements(s.updates::jsonb) u
     WHERE $1::uuid = ANY(s.message_ids)`,
    [messageId, [...new Set(updates.map(({ deliveryId }) => deliveryId))]],
  );
  const existingKeys = new Set(
    rows.map(({ deliveryId, kind, receiver }) => `${deliveryId} ${kind} ${receiver}`),
  );
  return updates.filter(
    ({ deliveryId, kind, receiver }) => !existingKeys.has(`${deliveryId} ${kind} ${receiver}`),
  );
}

function sourcesOf(row: Row): UpdateSource[] {
  const { state, code, description, submittedAt, deliveredAt, readAt, endedAt } = row;
  const sources: UpdateSource[] = [];
  if (submittedAt)
    sources.push({
      delivery: row,
      kind: "submitted",
      at: submittedAt,
      code: "7501",
      description: updateCodes["7501"],
    });
  if (deliveredAt)
    sources.push({
      delivery: row,
      kind: "delivered",
      at: deliveredAt,
      code: "7500",
      description: updateCodes["7500"],
    });
  if (readAt) {
    const pressed = { button: row.button ?? undefined, reply: row.reply ?? undefined };
    sources.push({
      delivery: row,
      ...pressed,
      kind: "read",
      at: readAt,
      code: "7502",
      description: updateCodes["7502"],
    });
  }
  if (endedAt && (state === "failed" || state === "expired" || state === "capped"))
    sources.push({
      delivery: row,
      kind: "failed",
      at: endedAt,
      code: isUpdateCode(code) ? code : "7404",
      description,
    });
  return sources;
}
