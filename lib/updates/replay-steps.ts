import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostReplayed, type SearchedTo } from "@/lib/inputs/update-list";
import { deliveriesIn, enqueueMissing, searchedMessages, type MissingIn } from "./missing";

/**
 * What to send again: single updates, in any state; all parked ones that were created in a time
 * span (`from` inclusive, `to` exclusive); or, of one message (`transid`) or of the newest messages
 * (`missing`) or those after where a search ended (`after`), the parked ones and those that were
 * never created because there was no receiver at the time; or the parked ones of an endpoint
 * (`origin` "": wherever its address was). The oldest first, and `most` in one go: {@link
 * mostReplayed} where it is left out.
 */
export type Replay =
  | { ids: readonly string[] }
  | { from: Date; to: Date; most?: number | undefined }
  | { transid: string; most?: number | undefined }
  | { missing: true; after?: SearchedTo | undefined; most: number }
  | { receiver: string; origin: string; most: number };

/**
 * Does the next part of a replay, of so many updates or deliveries at most, in a transaction: how
 * many updates are sent again, and whether the replay goes on.
 */
export type Step = (tx: Sql, size: number) => Promise<{ count: number; more: boolean }>;

/** Updates in one transaction of a replay. */
export const sliceUpdates = 1_000;

/** What makes an update due now, with all its retries before it: the members of an UPDATE. */
const again = `state = 'pending', attempts = 0, next_at = now(), sent_at = NULL, last_error = NULL, last_status = NULL`;

/** Those of a service that can be sent again, and conditions of which. */
const parked = `service_id = $1 AND state = 'parked' AND origin <> ''`;
const atEndpoint = `${parked} AND receiver = $2 AND ($3 = '' OR origin = $3)`;
const within = `${parked} AND created_at >= $2 AND created_at < $3`;
const ofMessage = `${parked} AND message_id = $2`;
const byId = `service_id = $1 AND id = ANY($2::uuid[]) AND origin <> '' AND state IN ('pending', 'sent', 'parked')`;

/**
 * Makes the oldest due. What another process has locked, or is being sent at this moment, is left
 * to that.
 */
const makeDue = (which: string, limit: string) =>
  `UPDATE "update" u SET ${again} FROM (
     SELECT message_id, id FROM "update" WHERE ${which} AND lease_token IS NULL ORDER BY created_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
   ) due WHERE u.message_id = due.message_id AND u.id = due.id RETURNING 1`;
const countUpTo = (which: string, limit: string) =>
  `SELECT count(*)::int AS n FROM (SELECT 1 FROM "update" WHERE ${which} LIMIT ${limit}) x`;

type ParkedReplay = Exclude<Replay, { ids: readonly string[] }>;

async function makeParkedDue(
  tx: Sql,
  serviceId: string,
  what: ParkedReplay,
  most: number,
): Promise<number> {
  if ("receiver" in what)
    return (
      await tx.query(makeDue(atEndpoint, "$4"), [serviceId, what.receiver, what.origin, most])
    ).length;
  if ("from" in what)
    return (
      await tx.query(makeDue(within, "$4"), [
        serviceId,
        what.from.toISOString(),
        what.to.toISOString(),
        most,
      ])
    ).length;
  if ("transid" in what)
    return (await tx.query(makeDue(ofMessage, "$3"), [serviceId, what.transid, most])).length;
  return (await tx.query(makeDue(parked, "$2"), [serviceId, most])).length;
}

/** Counts parked updates that a replay sends again, `most` at most. */
export async function countParked(
  sql: Sql,
  serviceId: string,
  what: ParkedReplay,
  most: number,
): Promise<number> {
  const rows =
    "receiver" in what
      ? await sql.query<{ n: number }>(countUpTo(atEndpoint, "$4"), [
          serviceId,
          what.receiver,
          what.origin,
          most,
        ])
      : "from" in what
        ? await sql.query<{ n: number }>(countUpTo(within, "$4"), [
            serviceId,
            what.from.toISOString(),
            what.to.toISOString(),
            most,
          ])
        : "transid" in what
          ? await sql.query<{ n: number }>(countUpTo(ofMessage, "$3"), [
              serviceId,
              what.transid,
              most,
            ])
          : await sql.query<{ n: number }>(countUpTo(parked, "$2"), [serviceId, most]);
  return rows[0]?.n ?? 0;
}

/**
 * Returns where to search for updates that were never created; undefined for a replay of parked
 * ones alone.
 */
export function searchOf(serviceId: string, what: ParkedReplay): MissingIn | undefined {
  if ("transid" in what) return { serviceId, transid: what.transid };
  return "missing" in what ? { serviceId, after: what.after } : undefined;
}

/** The parts of a replay, one after the other: each goes on where the one before ended. */
export function stepOf(serviceId: string, what: Replay): Step {
  if ("ids" in what) return stepOfIds(serviceId, what.ids.filter(isId));
  let left = what.most ?? mostReplayed;
  const where = searchOf(serviceId, what);
  let search:
    | { messages: readonly string[]; after: SearchedTo | undefined; deliveries: number }
    | undefined;
  return async (tx, size) => {
    const most = Math.min(size, left);
    const due = await makeParkedDue(tx, serviceId, what, most);
    left -= due;
    if (due === most || !where) return { count: due, more: due === most && left > 0 };
    search ??= {
      messages: await searchedMessages(tx, where),
      after: where.after,
      deliveries: deliveriesIn(where),
    };
    const deliveries = Math.min(size, search.deliveries);
    const backfill = await enqueueMissing(
      tx,
      { ...where, ...search },
      { most: most - due, deliveries },
    );
    left -= backfill.count;
    if (backfill.end === "deliveries")
      search = { ...search, after: backfill.next, deliveries: search.deliveries - deliveries };
    const more =
      backfill.end === "most" || (backfill.end === "deliveries" && search.deliveries > 0);
    return { count: due + backfill.count, more: more && left > 0 };
  };
}

function stepOfIds(serviceId: string, ids: readonly string[]): Step {
  let at = 0;
  return async (tx, size) => {
    const some = ids.slice(at, at + size);
    at += some.length;
    const rows = await tx.query(makeDue(byId, "$3"), [serviceId, some, some.length]);
    return { count: rows.length, more: at < ids.length };
  };
}

/** Counts single updates that can be sent again. */
export async function countIds(
  sql: Sql,
  serviceId: string,
  ids: readonly string[],
): Promise<number> {
  const uuids = ids.filter(isId);
  const [row] = await sql.query<{ n: number }>(countUpTo(byId, "$3"), [
    serviceId,
    uuids,
    uuids.length,
  ]);
  return row?.n ?? 0;
}
