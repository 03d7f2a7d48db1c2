import { database, type Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { asWork } from "@/lib/runtime/work-class";
import { foldActivity } from "./fold-activity";

/** Rows of one transaction. */
const sliceRows = 5_000;
const foldMs = 5_000;
/** Late receipts of one hour come together meanwhile. */
const foldActivityMs = 600_000;

/**
 * Folds roll-ups every few seconds, and the activity of users every few minutes, as long as this
 * process works. Several processes may do so at once: each folds the rows that it has locked. The
 * returned function ends it, and resolves when a fold under way has ended.
 */
export function startFolding(): () => Promise<void> {
  const stops = [
    repeatFold(foldRollups, foldMs, "roll-ups were not folded; trying again in seconds"),
    repeatFold(
      foldActivity,
      foldActivityMs,
      "the activity of users was not folded; trying again in minutes",
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function repeatFold(run: () => Promise<void>, ms: number, failure: string): () => Promise<void> {
  let fold: Promise<void> | undefined;
  const timer = setInterval(() => {
    fold ??= run()
      .catch((error: unknown) => log().warn({ err: error }, failure))
      .finally(() => (fold = undefined));
  }, ms);
  return async () => {
    clearInterval(timer);
    await fold;
  };
}

/**
 * Adds the changes of roll-ups up, until few are left. Each slice is one statement: a reader sees
 * the figures before or after it, which are the same, and a crash leaves them as they were.
 */
export function foldRollups(): Promise<void> {
  return asWork("bulk", async () => {
    const sql = database();
    while ((await foldDeltas(sql)) === sliceRows);
    while ((await foldMessages(sql)) === sliceRows);
  });
}

const cell = `encode(substring(sha256(convert_to(jsonb_build_array(s.app_id, s.campaign_id, s.source, s.kind, s.state, s.code, s.description, s.button)::text,
  'UTF8')) FROM 1 FOR 16), 'hex')::uuid`;

/** @returns rows that were folded */
async function foldDeltas(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `WITH gone AS (
       DELETE FROM rollup_delta WHERE ctid = ANY(ARRAY(SELECT ctid FROM rollup_delta LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING *
     ), s AS (
       SELECT g.service_id, g.hour, g.app_id, g.campaign_id, g.source, g.measure, g.kind, g.state, g.code, g.description, g.button,
         max(g.last_message_id::text)::uuid AS last_message_id, sum(g.n)::int AS n
       FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
     ), folded AS (
       INSERT INTO rollup (service_id, measure, hour, cell, app_id, campaign_id, source, kind, state, code, description, button, last_message_id, n)
       SELECT s.service_id, s.measure, s.hour, ${cell}, s.app_id, s.campaign_id, s.source, s.kind, s.state, s.code, s.description, s.button, s.last_message_id, s.n
       FROM s WHERE s.n <> 0 ORDER BY 1, 2, 3, 4
       ON CONFLICT (service_id, measure, hour, cell) DO UPDATE SET n = rollup.n + excluded.n, last_message_id = greatest(rollup.last_message_id, excluded.last_message_id)
     )
     SELECT count(*)::int AS n FROM gone`,
    [sliceRows],
  );
  return row?.n ?? 0;
}

/** @returns rows of later changes that were looked for, at most a slice */
async function foldMessages(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `WITH late AS MATERIALIZED (
       SELECT message_id FROM message_rollup WHERE late ORDER BY message_id LIMIT $1
     ), own AS MATERIALIZED (
       SELECT r.message_id, r.id FROM (SELECT DISTINCT l.message_id FROM late l) l JOIN message_rollup r ON r.message_id = l.message_id
       ORDER BY 1, 2 FOR UPDATE OF r SKIP LOCKED
     ), gone AS (
       DELETE FROM message_rollup r USING own WHERE r.message_id = own.message_id AND r.id = own.id RETURNING r.*
     ), folded AS (
       INSERT INTO message_rollup (message_id, queued, submitted, delivered, read, failed, expired, capped)
       SELECT g.message_id, sum(g.queued), sum(g.submitted), sum(g.delivered), sum(g.read), sum(g.failed), sum(g.expired), sum(g.capped) FROM gone g GROUP BY g.message_id
     )
     SELECT (CASE WHEN EXISTS (SELECT 1 FROM gone) THEN (SELECT count(*) FROM late) ELSE 0 END)::int AS n`,
    [sliceRows],
  );
  return row?.n ?? 0;
}
