import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { firstIdAt, newId } from "@/lib/database/id";
import { listPartitions, makePartitions } from "@/lib/database/partitions";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { changeRetention } from "@/lib/directory/retention/change";
import { changeService } from "@/lib/directory/service/change";
import { removeExpired, sweepRetention } from "./retention";
import { openSandbox, type TestSandbox } from "./testing";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

const job = { actor: { kind: "job" as const, name: "test" } };
const dayMs = 86_400_000;
const tables = ["message", "delivery", '"update"', "update_attempt"] as const;
let serial = 0;

/** A different id of each row of a day. */
function idOf(daysAgo: number): string {
  serial += 1;
  return firstIdAt(Date.now() - daysAgo * dayMs).slice(0, -12) + String(serial).padStart(12, "0");
}

let sql: Database;

/** A message of a day with a delivery, an update and an attempt, which all are done. */
async function put(serviceId: string, daysAgo: number, campaignId: string | null = null) {
  const [transid, deliveryId, updateId, attemptId] = [
    idOf(daysAgo),
    idOf(daysAgo),
    idOf(daysAgo),
    idOf(daysAgo),
  ] as const;
  await sql.query(
    `INSERT INTO message (id, service_id, app_id, campaign_id, request, effective_hash, state, accepted_at)
     VALUES ($1, $2, $2, $3, ''::bytea, ''::bytea, 'done', now() - make_interval(days => $4))`,
    [transid, serviceId, campaignId, daysAgo],
  );
  await sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at)
     VALUES ($1, $2, $3, $3, $2::uuid::text, 'ios', 'u1', 'userid', 'token', 'submitted', now(), now())`,
    [transid, deliveryId, serviceId],
  );
  await sql.query(
    `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
     VALUES ($1, $2, $3, $4, 'submitted', 'notifyurl', 'https://a.example/n', 'https://a.example', ''::bytea, 'sent', now() - make_interval(days => $5))`,
    [transid, updateId, deliveryId, serviceId, daysAgo],
  );
  await sql.query(
    "INSERT INTO update_attempt (update_id, id, at, duration_ms) VALUES ($1, $2, now(), 1)",
    [updateId, attemptId],
  );
  await sql.query(
    "INSERT INTO message_rollup (message_id, queued, submitted, delivered, read, failed, expired) VALUES ($1, 0, 1, 0, 0, 0, 0)",
    [transid],
  );
  return { transid, updateId, deliveryId };
}

/** Rows of {@link tables}. The counts of messages go with these. */
async function countRows(): Promise<number[]> {
  const counted = await sql.query<{ id: string }>(
    "SELECT message_id AS id FROM message_rollup ORDER BY 1",
  );
  expect(counted).toEqual(await sql.query<{ id: string }>("SELECT id FROM message ORDER BY 1"));
  const counts: number[] = [];
  for (const table of tables)
    counts.push((await sql.query<{ id: string }>(`SELECT id FROM ${table}`)).length);
  return counts;
}

/** Of which rows are written here. */
const days = [-14, -7, 0, 1, 5, 10, 15, 20, 30, 60, 100, 390, 410, 450];

/** The first partition has everything of before: weeks take its place. */
async function weekly(): Promise<void> {
  for (const { table, name } of await listPartitions(sql))
    await sql.script(`ALTER TABLE "${table}" DETACH PARTITION "${name}"; DROP TABLE "${name}"`);
  await makePartitions(
    sql,
    days.map((daysAgo) => Date.now() - daysAgo * dayMs),
  );
}

describe("retention", () => {
  let serviceId = "";
  const keep = (days: { keepMessages?: number; keepDeliveries?: number; keepAttempts?: number }) =>
    changeRetention(job, days);

  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    await weekly();
    await sql.script(
      "DELETE FROM setting; DELETE FROM service; DELETE FROM update_slice; DELETE FROM message_rollup",
    );
    serviceId = newId();
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Shop')", [serviceId]);
  }, 60_000);

  it("drops weeks that all services are past, and nothing that is younger", async () => {
    for (const days of [1, 100, 390, 410]) await put(serviceId, days);
    await removeExpired();
    // 13 months; of attempts 30 days.
    expect(await countRows()).toEqual([3, 3, 3, 1]);
    const [oldest] = (await listPartitions(sql)).filter(({ table }) => table === "message");
    expect((oldest?.to ?? "") > firstIdAt(Date.now() - 396 * dayMs)).toBe(true);
    await removeExpired();
    expect(await countRows()).toEqual([3, 3, 3, 1]);
  });

  it("follows a change of the setting with the next sweep, and keeps all for ever", async () => {
    for (const days of [1, 100, 410]) await put(serviceId, days);
    await keep({});
    await removeExpired();
    expect(await countRows()).toEqual([3, 3, 3, 3]);
    await keep({ keepMessages: 200, keepDeliveries: 50, keepAttempts: 500 });
    await removeExpired();
    expect(await countRows()).toEqual([2, 1, 1, 1]);
  });

  it("removes what a service keeps for a shorter time, and nothing of others", async () => {
    const other = newId();
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Bank')", [other]);
    const campaign = await storeCampaign(sql, { serviceId, order: { state: "sent" } });
    for (const days of [5, 20, 20, 60, 60]) {
      await put(serviceId, days, campaign.id);
      await put(other, days);
    }
    await changeService(job, {
      serviceId,
      part: "retention",
      keepMessages: 40,
      keepDeliveries: 10,
    });
    await removeExpired();
    // Of the other service five, attempts three: 60 days are past those.
    expect(await countRows()).toEqual([5 + 3, 5 + 1, 5 + 1, 3 + 1]);
    await put(serviceId, 15);
    await removeExpired();
    expect(await countRows()).toEqual([5 + 4, 5 + 1, 5 + 1, 3 + 1]);
    expect(await sql.query("SELECT 1 FROM campaign_order")).toHaveLength(1);
  });

  const openThings: [
    what: string,
    open: (row: Awaited<ReturnType<typeof put>>) => string,
    close: string,
  ][] = [
    [
      "a message that is not done",
      ({ transid }) => `UPDATE message SET state = 'sending' WHERE id = '${transid}'`,
      "UPDATE message SET state = 'done'",
    ],
    [
      "a delivery that waits",
      ({ transid }) =>
        `UPDATE delivery SET next_at = now() + interval '1 hour' WHERE message_id = '${transid}'`,
      "UPDATE delivery SET next_at = NULL",
    ],
    [
      "an update that waits",
      ({ transid }) =>
        `UPDATE "update" SET state = 'pending', next_at = now() WHERE message_id = '${transid}'`,
      `UPDATE "update" SET state = 'sent', next_at = NULL`,
    ],
    [
      "an update that was parked lately",
      ({ transid }) =>
        `UPDATE "update" SET state = 'parked', created_at = now() - interval '29 days' WHERE message_id = '${transid}'`,
      `UPDATE "update" SET created_at = now() - interval '31 days'`,
    ],
    [
      "an update that is being sent",
      ({ transid }) =>
        `INSERT INTO update_slice (id, message_ids, updates, next_at, lease_token, created_at) VALUES ('${transid}', '{${transid}}', '[]', now(), '${transid}', now())`,
      "DELETE FROM update_slice",
    ],
  ];
  it.each(openThings)("keeps %s with all of its week until it ends", async (_, open, close) => {
    const row = await put(serviceId, 410);
    await put(serviceId, 450);
    await sql.script(open(row));
    await removeExpired();
    expect((await countRows()).slice(0, 3)).toEqual([1, 1, 1]);
    await sql.script(close);
    await removeExpired();
    expect((await countRows()).slice(0, 3)).toEqual([0, 0, 0]);
  });
  it.each(openThings)("of a shorter service it keeps %s until it ends", async (_, open, close) => {
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Bank')", [newId()]);
    await changeService(job, { serviceId, part: "retention", keepMessages: 10 });
    const row = await put(serviceId, 20);
    await put(serviceId, 30);
    await sql.script(open(row));
    await removeExpired();
    expect((await countRows()).slice(0, 3)).toEqual([1, 1, 1]);
    await sql.script(close);
    await removeExpired();
    expect((await countRows()).slice(0, 3)).toEqual([0, 0, 0]);
  });

  it("removes nothing until the clock has been steady for a day", async () => {
    await put(serviceId, 410);
    const setClock = (atDays: number, sinceDays: number) =>
      sql.query("UPDATE setting SET value = $1 WHERE name = 'retention.clock'", [
        JSON.stringify({
          at: Date.now() + atDays * dayMs,
          since: Date.now() + sinceDays * dayMs,
        }),
      ]);
    await sweepRetention();
    expect((await countRows())[0]).toBe(1);
    // By a clock that was two years behind.
    await setClock(-700, -900);
    await sweepRetention();
    expect((await countRows())[0]).toBe(1);
    await setClock(-0.01, -2);
    await sweepRetention();
    expect((await countRows())[0]).toBe(0);
  });
});

describe("retention under load", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sql = await openTestDatabase();
    await weekly();
    sandbox = await openSandbox(sql, { working: true });
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  it("holds up no message that is sent meanwhile", async () => {
    const phones = Array.from({ length: 20 }, () => sandbox.lab.addDevice({ kind: "android" }));
    for (let n = 0; n < 30; n += 1) await put(sandbox.service.id, n % 2 === 0 ? 410 : 450);
    let isOver = false;
    const transids: string[] = [];
    const sending = (async () => {
      while (!isOver || transids.length < 20) {
        const { transid } = await sandbox.accept({
          deliverychannel: "push",
          appid: "sandbox",
          destination: [{ android_pushid: phones.map(({ pushId }) => pushId) }],
          channels: { push: { android: { text: "Hi" } } },
        });
        transids.push(transid);
      }
    })();
    await removeExpired();
    isOver = true;
    await sending;
    for (const transid of transids)
      await sandbox.settled(transid, ({ counts }) => counts.submitted === phones.length);
    expect(
      await sql.query("SELECT 1 FROM message WHERE accepted_at < now() - interval '397 days'"),
    ).toEqual([]);
  }, 60_000);
});
