import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { countMissingSchema, replayInServiceSchema } from "@/lib/inputs/replay";
import { mostReplayed } from "@/lib/inputs/update-list";
import { serviceNamed, serviceOfMessage } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { wake } from "@/lib/work/wake";
import { countNeverMade, enqueueMissing, type Missing, type MissingIn, type SearchedTo } from "./missing";

/**
 * What to send again: single updates, in any state; all parked ones that were made in a time span (`from` inclusive, `to` exclusive), or the oldest of them, `most` in one go; or, of one
 * message (`transid`) or of the newest messages (`missing`) or those after where a search ended (`after`), the parked ones and those that were never made because there was no receiver at the time, `most` in one go; or the parked ones
 * of an endpoint (`origin` "": wherever its address was), oldest first and `most` in one go.
 */
export type Replay =
  | { ids: readonly string[] }
  | { from: Date; to: Date; most?: number | undefined }
  | { transid: string; most?: number | undefined }
  | { missing: true; after?: SearchedTo | undefined; most: number }
  | { receiver: string; origin: string; most: number };

/** The service of a replay: the one that it names, else the one of its message. */
async function serviceOfReplay(sql: Sql, { serviceId, transid = "" }: { serviceId?: string | undefined; transid?: string }) {
  return serviceId === undefined ? serviceOfMessage(sql, { transid }) : serviceNamed(sql, { serviceId });
}

/** Sends delivery updates of a service again; see {@link Replay}. Answers how many. */
export const replayUpdates = verb(
  "update.replay",
  replayInServiceSchema,
  serviceOfReplay,
  async ({ tx, serviceId }, what) => {
    const count = await makeUpdatesDue(tx, serviceId, what);
    if (count === 0) return { unchanged: 0 };
    const entity = "transid" in what ? what.transid : "ids" in what ? (what.ids[0] ?? serviceId) : serviceId;
    return { row: count, entity, event: { count } };
  },
  (count) => {
    if (count > 0) wake("update");
  },
);

/** Counts the updates that a replay of all missing ones of a message, or of a service's newest messages, sends in one go. `more`: there may be others; `next`: where to go on searching. */
export const countMissingUpdates = view(
  "update.replay",
  countMissingSchema,
  serviceOfReplay,
  ({ sql, serviceId }, where): Promise<Missing> => {
    const [transid, after] = "transid" in where ? [where.transid, undefined] : [undefined, where.after];
    return countMissing(sql, { serviceId, transid, after }, mostReplayed);
  },
);

/** What makes an update due now, with all its retries before it: the members of an UPDATE. */
export const again = `state = 'pending', attempts = 0, next_at = now(), sent_at = NULL, last_error = NULL, last_status = NULL`;

/**
 * Makes updates of a service due now, with all their retries before them again; the attempts made so far stay on record. Receivers recognise a repeat by
 * its `webhook-id`. Updates that are being sent at this moment are left alone.
 *
 * @returns how many will be sent
 */
export async function makeUpdatesDue(tx: Sql, serviceId: string, what: Replay): Promise<number> {
  if ("ids" in what) {
    const rows = await tx.query(
      `UPDATE "update" SET ${again} WHERE id = ANY($1::uuid[]) AND lease_token IS NULL AND origin <> '' AND service_id = $2
         AND state IN ('pending', 'sent', 'parked') RETURNING 1`,
      [what.ids.filter(isId), serviceId],
    );
    return rows.length;
  }
  if ("receiver" in what) {
    const rows = await tx.query(
      `UPDATE "update" u SET ${again} FROM (
         SELECT message_id, id FROM "update"
         WHERE service_id = $1 AND receiver = $2 AND ($3 = '' OR origin = $3) AND origin <> '' AND state = 'parked' AND lease_token IS NULL
         ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED
       ) parked WHERE u.message_id = parked.message_id AND u.id = parked.id RETURNING 1`,
      [serviceId, what.receiver, what.origin, what.most],
    );
    return rows.length;
  }
  if ("from" in what) {
    const rows = await tx.query(
      `UPDATE "update" u SET ${again} FROM (
         SELECT message_id, id FROM "update"
         WHERE service_id = $1 AND state = 'parked' AND origin <> '' AND created_at >= $2 AND created_at < $3
         ORDER BY id LIMIT $4 FOR UPDATE
       ) parked WHERE u.message_id = parked.message_id AND u.id = parked.id RETURNING 1`,
      [serviceId, what.from.toISOString(), what.to.toISOString(), what.most ?? null],
    );
    return rows.length;
  }
  const most = what.most ?? Infinity;
  const [transid, after] = "transid" in what ? [what.transid, undefined] : [undefined, what.after];
  const rows = await tx.query(
    `UPDATE "update" u SET ${again} FROM (
       SELECT message_id, id FROM "update"
       WHERE service_id = $1 AND ($2::uuid IS NULL OR message_id = $2) AND state = 'parked' AND origin <> '' ORDER BY id LIMIT $3 FOR UPDATE
     ) parked WHERE u.message_id = parked.message_id AND u.id = parked.id RETURNING 1`,
    [serviceId, transid ?? null, what.most ?? null],
  );
  return rows.length + (rows.length < most ? await enqueueMissing(tx, { serviceId, transid, after }, most - rows.length) : 0);
}

/** Counts the updates that a replay of all missing ones sends again, up to `most`; see {@link Replay}. */
export async function countMissing(sql: Sql, { serviceId, transid, after }: MissingIn, most: number): Promise<Missing> {
  const [parked] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM "update" WHERE service_id = $1 AND ($2::uuid IS NULL OR message_id = $2) AND state = 'parked' AND origin <> '' LIMIT $3) x`,
    [serviceId, transid ?? null, most + 1],
  );
  const given = parked?.n ?? 0;
  if (given > most) return { count: most, more: true };
  // One more than fits, so that "more" is said of updates and not of the bound.
  const { count, more, next } = await countNeverMade(sql, { serviceId, transid, after }, most - given + 1);
  if (given + count > most) return { count: most, more: true };
  return { count: given + count, more, ...(next && { next }) };
}
