import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { firstIdAt, leastId } from "@/lib/database/id";
import { makePartitions } from "@/lib/database/partitions";
import { database, setDatabase, type Database, type Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { messageStatus } from "@/lib/results/status";
import { startUpdates } from "@/lib/updates/send";
import { recordReceipts } from "./receive";
import { openSandbox, type TestSandbox } from "./testing";
import { startWorker } from "./worker";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

/**
 * More than a year: what reads all of them takes milliseconds to plan.
 */
const weeks = 60;
const weekMs = 7 * 86_400_000;
/** This week, the last and the next ones; a look for work reads two weeks back. */
const most = 5;

/** Statements that may read all partitions, by a part of their text, and why. */
const exempt: readonly [part: string, reason: string][] = [
  ["state = 'sending' AND id > $1", "once a minute, in the order of the ids"],
  ["SET exchange = NULL", "once a minute"],
  ["SELECT EXISTS (SELECT 1 FROM message WHERE state <> 'done'", "of one partition that is to go"],
];

interface Plan {
  "Relation Name"?: string;
  Plans?: Plan[];
}

const partition = /^(message|delivery|update|update_attempt)_(first|\d{8})$/;

function relationsIn(plan: Plan, names: string[] = []): string[] {
  const name = plan["Relation Name"];
  if (name !== undefined && partition.test(name)) names.push(name);
  for (const child of plan.Plans ?? []) relationsIn(child, names);
  return names;
}

/** How many partitions of one table each statement reads at most. */
const reads = new Map<string, number>();

async function explain(sql: Pick<Sql, "query">, text: string, values: unknown[] = []) {
  if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)) return;
  // Every two seconds a look reads everything.
  if (values.includes(leastId)) return;
  const rows = await sql.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const counts = new Map<string, Set<string>>();
  for (const name of relationsIn(rows[0]?.["QUERY PLAN"][0].Plan ?? {})) {
    const table = name.replace(/_(first|\d{8})$/, "");
    counts.set(table, (counts.get(table) ?? new Set()).add(name));
  }
  const worst = Math.max(0, ...[...counts.values()].map(({ size }) => size));
  reads.set(text, Math.max(reads.get(text) ?? 0, worst));
}

function explaining<S extends Sql>(sql: S): S {
  const query: Sql["query"] = async (text, values) => {
    await explain(sql, text, values);
    return sql.query(text, values);
  };
  return { ...sql, query };
}

let sandbox: TestSandbox;
let opened: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.script(
    `ALTER TABLE message DETACH PARTITION message_first; ALTER TABLE delivery DETACH PARTITION delivery_first;
     ALTER TABLE "update" DETACH PARTITION update_first; ALTER TABLE update_attempt DETACH PARTITION update_attempt_first;
     DROP TABLE message_first, delivery_first, update_first, update_attempt_first`,
  );
  await makePartitions(
    opened,
    Array.from({ length: weeks }, (_, week) => Date.now() - (week - 2) * weekMs),
  );
  sandbox = await openSandbox(opened);
  setDatabase({
    ...explaining(opened),
    transaction: (run) => opened.transaction((tx) => run(explaining(tx))),
  });
}, 120_000);
afterAll(async () => {
  setDatabase(opened);
  await sandbox.close();
}, 60_000);

it("every statement between accepting and reporting reads the partitions of its messages alone", async () => {
  const stopWorker = await startWorker();
  const sender = startUpdates();
  const phones = Array.from({ length: 5 }, () => sandbox.lab.addDevice({ kind: "android" }));
  const { transid } = await sandbox.accept({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ android_pushid: phones.map(({ pushId }) => pushId) }],
    notifyurl: "https://receiver.invalid/n",
    channels: { push: { android: { text: "Hi" } } },
  });
  await sandbox.settled(transid, ({ counts }) => counts.submitted === phones.length);
  const [app] = await database().query<{ id: string; serviceId: string }>(
    `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
  );
  await recordReceipts(
    app ?? { id: "", serviceId: "" },
    phones.map(({ pushId: pushid }) => ({
      transid,
      pushid,
      event: "read" as const,
      at: new Date(),
    })),
  );
  const job = { actor: { kind: "job" as const, name: "test" } };
  expect((await messageStatus(job, { transid })).counts.read).toBe(phones.length);
  // A call was tried, and its attempt is stored.
  await expect
    .poll(async () => (await opened.query("SELECT 1 FROM update_attempt")).length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  await sender.stop();
  await stopWorker();

  const wide = [...reads].filter(
    ([text, count]) => count > most && !exempt.some(([part]) => text.includes(part)),
  );
  expect(wide.map(([text, count]) => `${count}: ${text}`)).toEqual([]);
  for (const table of ["message", "delivery", '"update"'])
    expect([...reads.keys()].some((text) => text.includes(`UPDATE ${table}`))).toBe(true);
}, 120_000);

it("the newest messages of a service are read in order, and older partitions not at all", async () => {
  for (const days of [0, 1, 2])
    await opened.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, state, accepted_at) VALUES ($1, $2, $2, ''::bytea, ''::bytea, 'done', now())`,
      [firstIdAt(Date.now() - days * 86_400_000), sandbox.service.id],
    );
  const [row] = await opened.query<{ "QUERY PLAN": [{ Plan: object }] }>(
    "EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM message WHERE service_id = $1 AND NOT part ORDER BY id DESC LIMIT 2",
    [sandbox.service.id],
  );
  const plan = JSON.stringify(row?.["QUERY PLAN"][0].Plan);
  expect(plan).toContain('"Node Type":"Append"');
  expect(plan.match(/"Actual Loops":0/g)?.length ?? 0).toBeGreaterThan(weeks - 5);
});
