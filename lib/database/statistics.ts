import { log } from "@/lib/log/log";
import type { Sql } from "@/lib/database/sql";
import { asWork } from "@/lib/runtime/work-class";

const lookMs = 1_000;
/** Any plan is good for a smaller table. */
const leastPages = 4;
/** Of rows in the sample of a table, 300 for each: enough to distinguish a column with few values from one with many, and a matter of milliseconds. */
const target = 10;

/**
 * Keeps the statistics by which the embedded engine plans its statements. On a server the autovacuum daemon does; without any, an index whose first column is the same in
 * all rows looks as good as the one that leads to a single row. Looks every second until the returned function is called, which resolves when a look under way has ended.
 */
export function keepStatistics(sql: Sql): () => Promise<void> {
  let running: Promise<void> | undefined;
  const look = async () => {
    try {
      await asWork("bulk", () => analyseGrown(sql));
    } catch (error) {
      log().warn({ err: error }, "table statistics could not be updated; trying again in a second");
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= look();
  }, lookMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Analyses a table that was never analysed, or is half as large again as it was then: the one that grew the most, and no more at a time, since everybody waits meanwhile.
 *
 * @returns its name
 */
export async function analyseGrown(sql: Sql): Promise<string | undefined> {
  const [grown] = await sql.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c CROSS JOIN LATERAL (SELECT pg_relation_size(c.oid) / current_setting('block_size')::int AS pages) now
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND now.pages >= ${leastPages} AND (c.reltuples < 0 OR now.pages > 1.5 * c.relpages)
     ORDER BY c.reltuples < 0 DESC, now.pages::float8 / greatest(c.relpages, 1) DESC LIMIT 1`,
  );
  if (grown) await sql.script(`BEGIN; SET LOCAL default_statistics_target = ${target}; ANALYZE ${grown.name}; COMMIT`);
  return grown?.name;
}
