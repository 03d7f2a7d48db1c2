import {
  dropDetached,
  dropPartition,
  listPartitions,
  makePartitions,
} from "@/lib/database/partitions";
import type { Database } from "@/lib/database/sql";
import type { Retention } from "./scenario";
import { epoch } from "./simulated-process";

const weekMs = 7 * 86_400_000;
/** The second one looks for as many ahead. */
const weeks = [0, 1, 2, 3];
/** As good as for ever. */
const longSeconds = 100_000;

/**
 * The tables get partitions by week from the first one of a run on, in the place of the one that
 * has everything of before.
 */
export async function prepareTables(sql: Database): Promise<void> {
  for (const { table, name } of await listPartitions(sql))
    await sql.script(`ALTER TABLE "${table}" DETACH PARTITION "${name}"; DROP TABLE "${name}"`);
  await makeWeeks(sql);
  await sql.query(
    "INSERT INTO service (id, name) VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'Other service')",
  );
}

/**
 * Removes what a run left, and sets how long the next one keeps rows. What changes the plans of
 * statements, and so the order of their rows, is the same in each run.
 */
export async function emptyTables(
  sql: Database,
  serviceId: string,
  retention: Retention,
): Promise<void> {
  await sql.script(`TRUNCATE message, delivery, "update", update_attempt, update_slice, early_receipt, job,
    message_rollup, rollup, rollup_delta, quota_use, device, device_user;
    DELETE FROM setting WHERE name LIKE 'retention%'`);
  await sql.query("UPDATE credential SET worked_at = now(), flagged_at = NULL, flag_reason = NULL");
  for (const partition of await listPartitions(sql))
    if (partition.isDetaching) await dropPartition(sql, partition);
  await dropDetached(sql);
  await makeWeeks(sql);
  const { of, keepSeconds } = retention;
  await setKeeping(sql, serviceId, of === "rows" ? keepSeconds : null);
  const installation = of === "weeks" ? keepSeconds : longSeconds;
  await sql.query(
    "INSERT INTO setting (name, value) VALUES ('retention', $1), ('retention.clock', $2)",
    [
      JSON.stringify({
        revision: 1,
        keepMessages: installation,
        keepDeliveries: installation,
        keepAttempts: installation,
      }),
      // Sweeps have run for long by a clock that did not jump.
      JSON.stringify({ at: epoch, since: 0 }),
    ],
  );
}

/** For one service, shorter than the other one; null: as long. */
async function setKeeping(
  sql: Database,
  serviceId: string,
  keepSeconds: number | null,
): Promise<void> {
  await sql.query(
    "UPDATE service SET keep_messages = $1, keep_deliveries = $1, keep_attempts = $1 WHERE id = $2",
    [keepSeconds, serviceId],
  );
}

async function makeWeeks(sql: Database): Promise<void> {
  await makePartitions(
    sql,
    weeks.map((week) => epoch + week * weekMs),
  );
  await sql.script(`DO $$ DECLARE t text; BEGIN
    FOR t IN SELECT c.oid::regclass FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND coalesce('autovacuum_enabled=false' <> ALL (c.reloptions), true)
    LOOP EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', t); END LOOP; END $$`);
}
