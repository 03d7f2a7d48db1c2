import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database, Sql } from "@/lib/database/sql";

const migration = readFileSync(
  join(process.cwd(), "prisma/migrations/20261130080000_rollups/migration.sql"),
  "utf8",
);
const fill = migration.slice(migration.indexOf("-- What is stored already is counted."));

/** Counts all deliveries that are stored from the beginning, as the migration does. For tests. */
export async function fillRollups(sql: Sql): Promise<void> {
  await sql.script("DELETE FROM message_rollup; DELETE FROM rollup; DELETE FROM rollup_delta;");
  await sql.script(fill);
}

/** Writes deliveries by hand, and counts them, in one transaction. For tests. */
export function writeDeliveries<R>(database: Database, run: (tx: Sql) => Promise<R>): Promise<R> {
  return database.transaction(async (tx) => {
    const result = await run(tx);
    await fillRollups(tx);
    return result;
  });
}

const dimensions =
  "service_id, app_id, campaign_id, source, measure, hour, kind, state, code, description, button";

/**
 * Counts the rows again and returns how many figures differ from the roll-ups. Stands for what was
 * not removed since: roll-ups stay. For tests.
 */
export async function rollupDifferences(sql: Sql): Promise<{ ofMessages: number; ofAll: number }> {
  const [ofMessages] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM (
         SELECT message_id, state, 1 AS n FROM delivery
         UNION ALL SELECT message_id, s.state, -s.n FROM message_rollup r CROSS JOIN LATERAL (VALUES ('queued', r.queued), ('submitted', r.submitted),
           ('delivered', r.delivered), ('read', r.read), ('failed', r.failed), ('expired', r.expired), ('capped', r.capped)) AS s(state, n)
       ) x GROUP BY message_id, state HAVING sum(n) <> 0) y`,
  );
  const [ofAll] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM (
         SELECT m.service_id, m.app_id, m.campaign_id, m.source, 'messages' AS measure, date_trunc('hour', m.accepted_at, 'UTC') AS hour, '' AS kind, '' AS state,
           '' AS code, '' AS description, '' AS button, 1 AS n FROM message m WHERE NOT m.part
         UNION ALL
         SELECT d.service_id, d.app_id, m.campaign_id, m.source, 'state', date_trunc('hour', d.queued_at, 'UTC'), d.kind, d.state, '', '', '', 1
         FROM delivery d JOIN message m ON m.id = d.message_id
         UNION ALL
         SELECT d.service_id, d.app_id, m.campaign_id, m.source, 'reason', date_trunc('hour', d.queued_at, 'UTC'), '', d.state, d.code,
           CASE WHEN length(d.pushid) < 16 THEN d.description ELSE replace(d.description, d.pushid, 'erased') END, '', 1
         FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.state IN ('failed', 'expired')
         UNION ALL
         SELECT d.service_id, d.app_id, m.campaign_id, m.source, 'button', date_trunc('hour', d.queued_at, 'UTC'), '', d.state, '', '', d.button, 1
         FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.button IS NOT NULL
         UNION ALL
         SELECT d.service_id, d.app_id, m.campaign_id, m.source, 'reached', date_trunc('hour', d.delivered_at, 'UTC'), d.kind, 'delivered', '', '', '', 1
         FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.delivered_at IS NOT NULL
         UNION ALL
         SELECT d.service_id, d.app_id, m.campaign_id, m.source, 'reached', date_trunc('hour', d.read_at, 'UTC'), d.kind, 'read', '', '', '', 1
         FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.read_at IS NOT NULL
         UNION ALL SELECT ${dimensions}, -n FROM rollup
         UNION ALL SELECT ${dimensions}, -n FROM rollup_delta
       ) x GROUP BY ${dimensions} HAVING sum(n) <> 0) y`,
  );
  return { ofMessages: ofMessages?.n ?? -1, ofAll: ofAll?.n ?? -1 };
}
