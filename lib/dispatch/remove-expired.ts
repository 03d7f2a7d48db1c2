import { setTimeout as pause } from "node:timers/promises";
import { leastId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { closedMessages, isOpenUpdate } from "./open-work";

/** Messages, or updates, whose rows are removed together. */
const batchParents = 50;
/** Rows of one transaction. */
const batchRows = 2_000;
/** Between two transactions, so that a send has the disk meanwhile. Milliseconds. */
const pauseMs = 10;

/**
 * Removes the deliveries of a service, and their updates, whose messages have ids below `end`: a
 * few at a time, oldest first, as far as nothing of their messages is open.
 */
export async function removeDeliveries(serviceId: string, end: string): Promise<void> {
  await fromCursor(serviceId, "deliveries", end, async (after) => {
    const rows = await database().query<{ id: string }>(
      `SELECT id FROM message WHERE service_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${batchParents}`,
      [serviceId, after, end],
    );
    const closed = await closedMessages(
      database(),
      rows.map(({ id }) => id),
    );
    const firstOpen = rows.findIndex(({ id }) => !closed.has(id));
    const ids = rows.slice(0, firstOpen < 0 ? rows.length : firstOpen).map(({ id }) => id);
    if (ids.length === 0) return ids;
    await untilNone(() => deleteDeliveries(ids));
    await untilNone(() => deleteUpdates(ids));
    return ids;
  });
}

/**
 * Removes the messages of a service with ids below `end` of which nothing else is left, with their
 * counts.
 */
export async function removeMessages(serviceId: string, end: string): Promise<void> {
  let after = leastId;
  for (;;) {
    const rows = await database().query<{ id: string }>(
      `SELECT id FROM message WHERE service_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${batchRows}`,
      [serviceId, after, end],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    await database().query(
      `WITH gone AS (
         DELETE FROM message m WHERE m.id = ANY($1::uuid[]) AND m.state = 'done'
           AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id AND d.message_id = ANY($1::uuid[]))
           AND NOT EXISTS (SELECT 1 FROM "update" u WHERE u.message_id = m.id AND u.message_id = ANY($1::uuid[])) RETURNING m.id)
       DELETE FROM message_rollup r USING gone WHERE r.message_id = gone.id`,
      [rows.map(({ id }) => id)],
    );
    await pause(pauseMs);
  }
}

/**
 * Removes the attempts with ids below `end` of updates of a service that are as old. Attempts that
 * a later replay adds to such an update stay until the installation's own time is over.
 */
export async function removeAttempts(serviceId: string, end: string): Promise<void> {
  await fromCursor(serviceId, "attempts", end, async (after) => {
    const rows = await database().query<{ id: string }>(
      `SELECT id FROM "update" WHERE service_id = $1 AND state = ANY('{sent,parked,dropped,pending}') AND id > $2 AND id < $3 ORDER BY id LIMIT ${batchParents * 10}`,
      [serviceId, after, end],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await untilNone(async () => {
      const gone = await database().query(
        `DELETE FROM update_attempt a USING (
           SELECT update_id, id FROM update_attempt WHERE update_id = ANY($1::uuid[]) AND id < $2 LIMIT ${batchRows} FOR UPDATE SKIP LOCKED) old
         WHERE a.update_id = old.update_id AND a.id = old.id AND a.id < $2 RETURNING 1`,
        [ids, end],
      );
      return gone.length;
    });
    return ids;
  });
}

/** Removes the counts of messages with ids below `end`: their partitions were dropped. */
export function removeMessageRollups(end: string): Promise<void> {
  return untilNone(async () => {
    const gone = await database().query(
      `DELETE FROM message_rollup r USING (
         SELECT message_id, id FROM message_rollup WHERE message_id < $1 LIMIT ${batchRows} FOR UPDATE SKIP LOCKED) old
       WHERE r.message_id = old.message_id AND r.id = old.id RETURNING 1`,
      [end],
    );
    return gone.length;
  });
}

/**
 * Removes what became of messages to the users of a service in hours that end before a moment
 * (milliseconds UTC); null: none goes.
 */
export async function removeActivity(serviceId: string, end: number | null): Promise<void> {
  if (end === null) return;
  for (const table of ["user_activity", "activity_bitmap"] as const)
    await untilNone(async () => {
      const gone = await database().query(
        `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM ${table} WHERE service_id = $1 AND deed = ANY('{sent,delivered,read,pressed}') AND hour < $2::timestamptz - interval '1 hour'
           LIMIT ${batchRows} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
        [serviceId, new Date(end).toISOString()],
      );
      return gone.length;
    });
}

async function deleteDeliveries(ids: readonly string[]): Promise<number> {
  const gone = await database().query(
    `DELETE FROM delivery d USING (
       SELECT message_id, id FROM delivery WHERE message_id = ANY($1::uuid[]) LIMIT ${batchRows} FOR UPDATE SKIP LOCKED) old
     WHERE d.message_id = old.message_id AND d.id = old.id AND d.message_id = ANY($1::uuid[]) RETURNING 1`,
    [ids],
  );
  return gone.length;
}

/** Their attempts go with them. */
async function deleteUpdates(ids: readonly string[]): Promise<number> {
  const gone = await database().query<{ id: string }>(
    `DELETE FROM "update" x USING (
       SELECT u.message_id, u.id FROM "update" u WHERE u.message_id = ANY($1::uuid[]) AND NOT ${isOpenUpdate} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED) old
     WHERE x.message_id = old.message_id AND x.id = old.id AND x.message_id = ANY($1::uuid[]) RETURNING x.id`,
    [ids],
  );
  if (gone.length > 0)
    await database().query("DELETE FROM update_attempt WHERE update_id = ANY($1::uuid[])", [
      gone.map(({ id }) => id),
    ]);
  return gone.length;
}

async function untilNone(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) > 0) await pause(pauseMs);
}

/**
 * Goes on where the last sweep ended, so that none walks past all that stays for longer: what is
 * below the cursor has been removed.
 *
 * @param remove removes the rows that follow an id, and returns the ids that it went past
 */
async function fromCursor(
  serviceId: string,
  what: "deliveries" | "attempts",
  end: string,
  remove: (after: string) => Promise<string[]>,
): Promise<void> {
  const name = `retention.${what}.${serviceId}`;
  const [row] = await database().query<{ value: string }>(
    "SELECT value FROM setting WHERE name = $1",
    [name],
  );
  let after = row?.value ?? leastId;
  while (after < end) {
    const last = (await remove(after)).at(-1);
    if (last === undefined) return;
    after = last;
    await database().query(
      "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, after],
    );
  }
}
