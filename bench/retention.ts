import { performance } from "node:perf_hooks";
import { firstIdAt, leastId, newId } from "@/lib/database/id";
import { dropPartition, listPartitions, makePartitions } from "@/lib/database/partitions";
import type { Database } from "@/lib/database/sql";
import { openQueues } from "@/lib/dispatch/queues";
import { testService } from "@/lib/updates/testing";
import { recentId } from "@/lib/work/look-back";
import { openBenchDatabase } from "./database";

/**
 * How long it takes to remove the 1,000,000 deliveries of a day, with their messages, updates and
 * attempts, while single rows are inserted; compared with a DELETE of a tenth of them. And what
 * planning costs with 60 weekly partitions: of a look-up by message, of a look for work in the last
 * two weeks, and of one in everything. Run: `npm run bench:retention`; `-- --rows=100000` for less.
 */
const count = Number(
  process.argv.find((argument) => argument.startsWith("--rows="))?.slice(7) ?? 1_000_000,
);
const perMessage = 1_000;
const weeks = 60;
const weekMs = 7 * 86_400_000;
const rounds = 200;

const database = await openBenchDatabase();
const serviceId = await testService(database);
// The first one has everything of before: weeks take its place.
for (const partition of await listPartitions(database)) await dropPartition(database, partition);
await makePartitions(
  database,
  Array.from({ length: weeks }, (_, week) => Date.now() - (week - 2) * weekMs),
);
const [old, deleted] = [Date.now() - 20 * weekMs, Date.now() - 30 * weekMs];
await fill(database, old, count);
await fill(database, deleted, count / 10);
// What is removed has been on the disk, and vacuumed, for months.
for (const table of ["delivery", '"update"', "message", "update_attempt"])
  await database.script(`VACUUM (ANALYZE) ${table}`);
await database.script("CHECKPOINT");

const inserts: number[] = [];
let isOver = false;
const inserting = (async () => {
  while (!isOver) {
    const beganAt = performance.now();
    await message(database, newId());
    inserts.push(performance.now() - beganAt);
  }
})();
const beganAt = performance.now();
for (const table of ["delivery", "update", "message", "update_attempt"])
  for (const partition of await listPartitions(database))
    if (
      partition.table === table &&
      partition.from <= firstIdAt(old) &&
      firstIdAt(old) < partition.to
    )
      await dropPartition(database, partition);
const dropMs = performance.now() - beganAt;
isOver = true;
await inserting;
const [left] = await database.query<{ n: number }>(
  "SELECT count(*)::int AS n FROM delivery WHERE message_id >= $1 AND message_id < $2",
  [firstIdAt(old), firstIdAt(old + weekMs)],
);

const deleteBeganAt = performance.now();
for (const [table, key] of [
  ["delivery", "message_id"],
  ['"update"', "message_id"],
  ["message", "id"],
  ["update_attempt", "id"],
])
  await database.query(`DELETE FROM ${table} WHERE ${key} >= $1 AND ${key} < $2`, [
    firstIdAt(deleted),
    firstIdAt(deleted + weekMs),
  ]);
const deleteMs = (performance.now() - deleteBeganAt) * 10;

const planning = {
  "by message": await median(() =>
    database.query("EXPLAIN SELECT state FROM delivery WHERE message_id = $1", [newId()]),
  ),
  "look for work, two weeks": await median(() => openQueues(database, recentId())),
  "look for work, everything": await median(() => openQueues(database, leastId)),
};
await database.close();

const print = (what: string, ms: number) =>
  process.stdout.write(`${what.padEnd(44)} ${ms.toFixed(2).padStart(10)} ms\n`);
print(`dropping ${count.toLocaleString("en")} deliveries and all of theirs`, dropMs);
print("deleting as many, ten times a tenth", deleteMs);
print("longest insert meanwhile", Math.max(0, ...inserts));
for (const [what, ms] of Object.entries(planning)) print(`${weeks} partitions: ${what}`, ms);
const sound = left?.n === 0 && dropMs < 1_000;
if (!sound) process.stdout.write("VOID: rows are left, or it took more than a second\n");
const ratio = Math.round((dropMs / deleteMs) * 10_000) / 10_000;
process.stdout.write(
  `${JSON.stringify({ bench: "retention", ratios: { "drop / delete": ratio } })}\n`,
);
process.exit(sound ? 0 : 1);

function message(on: Database, id: string): Promise<unknown> {
  return on.query(
    "INSERT INTO message (id, service_id, app_id, request, effective_hash, state, accepted_at) VALUES ($1, $2, $2, ''::bytea, ''::bytea, 'done', now())",
    [id, serviceId],
  );
}

/** Messages of a moment, each with a thousand deliveries, their updates and attempts. */
async function fill(on: Database, at: number, deliveries: number): Promise<void> {
  for (let n = 0; n < deliveries / perMessage; n += 1) {
    const id = firstIdAt(at + n);
    await message(on, id);
    const rows = `FROM generate_series(1, ${perMessage}) n`;
    await on.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, $2, n::text, 'android', 'user ' || n, 'userid', repeat('t', 150), 'submitted', now(), now() ${rows}`,
      [id, serviceId],
    );
    await on.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), $2, 'submitted', 'notifyurl', 'https://a.example/n', 'https://a.example', convert_to(repeat('b', 600), 'UTF8'), 'sent', now() ${rows}`,
      [id, serviceId],
    );
    await on.query(
      `INSERT INTO update_attempt (update_id, id, at, duration_ms, status)
       SELECT gen_random_uuid(), (left($1::text, 24) || lpad(n::text, 12, '0'))::uuid, now(), 1, 200 ${rows}`,
      [id],
    );
  }
}

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[rounds / 2] ?? 0;
}
