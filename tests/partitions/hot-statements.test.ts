import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import { database, setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startDelivering } from "@/lib/dispatch/deliver";
import { expand } from "@/lib/dispatch/expand";
import { renew as renewDeliveries } from "@/lib/dispatch/queues";
import { recordReceipts } from "@/lib/dispatch/receive";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { release, renew as renewUpdates, type ClaimedUpdate } from "@/lib/updates/claim";
import { countNeverMade } from "@/lib/updates/missing";
import { startUpdates, type UpdateSender } from "@/lib/updates/send";
import { programOf, statementsOf } from "../../tools/sql/statements";
import { ofAllMessages } from "./exceptions";
import { divideHotTables, isHot, noting, placesOf, type Run } from "./partitioned";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");
// These tables are divided by hash, and get no partitions for coming weeks.
vi.mock(import("@/lib/database/partitions"), async (original) => ({
  ...(await original()),
  coverIds: async () => undefined,
}));

const root = join(import.meta.dirname, "../..");
const hotStatements = () =>
  statementsOf(
    programOf(root, (path) => /^lib\/(?:dispatch|updates)\/(?!.*test)/.test(path)),
    root,
  ).flatMap(({ place, within, texts }) =>
    Array.isArray(texts) && texts.some(isHot)
      ? [{ name: `${place.replace(/:\d+$/, "")} ${within}`.trim(), texts }]
      : [],
  );

/**
 * The engine on hot tables that are divided by message, as servers of Citus would have them. What
 * the planner of PostgreSQL leaves out here shows which partitions a statement concerns; it is no
 * proof of what the planner of Citus accepts.
 */
describe("statements of a send, on tables that are divided by message", () => {
  const statements = hotStatements();
  const runs: Run[] = [];
  let sql: Database;
  let sandbox: TestSandbox;
  let receiver: Receiver;
  let sender: UpdateSender;
  let stop: () => Promise<void> = async () => undefined;
  let places: Map<string, number>;
  let attempts: Map<string, number>;

  beforeAll(async () => {
    sql = await openTestDatabase();
    await divideHotTables(sql);
    const noted = noting(sql, (run) => runs.push(run));
    setDatabase(noted);
    sandbox = await openSandbox(noted);
    receiver = await startReceiver();
    sender = startUpdates({ pollMs: [2, 10], pausesMs: [1, 2, 3, 4], jitter: 0, unstoredMs: 50 });
    await send();
    await sender.stop();
    await stop();
    setDatabase(sql);
    places = await placesOf(sql, "message");
    attempts = await placesOf(sql, "update_attempt");
  });
  afterAll(async () => {
    await receiver.stop();
    await sandbox.close();
  });

  const phones = (count: number) =>
    sandbox.lab.addDevices("android", count).map(({ pushId }) => pushId);
  const accept = async (...destination: object[]) => {
    const { transid, ok } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination,
      notifyurl: receiver.url,
      channels: { push: { android: { text: "Hi" } } },
    });
    expect(ok).toBe(true);
    return transid;
  };
  const isDone = (transid: string) =>
    vi.waitFor(async () => {
      const [row] = await sql.query<{ state: string; waiting: number }>(
        `SELECT m.state, (SELECT count(*)::int FROM "update" u WHERE u.message_id = m.id AND u.state <> 'sent') AS waiting FROM message m WHERE m.id = $1`,
        [transid],
      );
      expect(row).toEqual({ state: "done", waiting: 0 });
    }, 30_000);

  /** Sends, receipts, updates and retries of many messages: each statement comes to be run. */
  const send = async () => {
    const [app = { id: "", serviceId: "" }] = await sql.query<{ id: string; serviceId: string }>(
      `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
    );
    const read = (transid: string, pushids: readonly string[]) =>
      recordReceipts(
        app,
        pushids.map((pushid) => ({ transid, pushid, event: "read" as const, at: new Date() })),
      );
    // Receipts that are quicker than their rows, and one of an unknown device.
    const early = phones(3);
    const first = await accept({ android_pushid: early });
    await read(first, [...early, "unknown"]);
    stop = startDelivering();
    await expand([first]);
    // Several messages together, and one in several turns.
    const ids = phones(12);
    const together = await Promise.all(
      Array.from({ length: 6 }, () => accept({ android_pushid: ids }, { userid: ["unknown"] })),
    );
    await expand(together, Infinity, 20);
    const turns = await accept({ android_pushid: ids }, { userid: ["unknown"] });
    while ((await expand([turns, first], 1, 5)) !== undefined);
    for (const transid of [...together, turns]) await read(transid, ids);
    // Those that hang are stored as leased; those that are refused wait for their next attempt.
    sandbox.lab.faults.set({ fcm: { latencyMs: 1_500 } });
    const slow = await accept({ android_pushid: phones(3) });
    await expand([slow]);
    sandbox.lab.faults.set({ fcm: { status: 503 } });
    const refused = await accept({ android_pushid: phones(3) });
    await expand([refused]);
    sandbox.lab.faults.set({});
    // A receiver that refuses: its updates are retried from their rows.
    receiver.behave({ status: 500, times: 3 });
    const retried = await accept({ android_pushid: ids });
    await expand([retried]);
    for (const transid of [first, ...together, turns, slow, refused, retried])
      await isDone(transid);
    await renewAll(turns);
    await countNeverMade(database(), { serviceId: sandbox.service.id, transid: turns }, 10);
  };

  /** What runs every ten seconds, and at a stop. */
  const renewAll = async (transid: string) => {
    const deliveries = await sql.query<{ messageId: string; id: string }>(
      `SELECT message_id AS "messageId", id FROM delivery WHERE message_id = $1`,
      [transid],
    );
    const updates = await sql.query<ClaimedUpdate>(
      `SELECT message_id AS "messageId", id FROM "update" WHERE message_id = $1`,
      [transid],
    );
    const leaseToken = newId();
    const leased = updates.map((update) => ({ ...update, leaseToken }));
    await renewDeliveries(
      database(),
      deliveries.map((delivery) => ({ ...delivery, leaseToken })),
    );
    await renewUpdates(database(), leased, 1_000);
    await release(
      database(),
      leased.map((update) => ({ update, afterMs: 0 })),
    );
  };

  /** The messages, and the updates, that the values of a statement name. */
  const named = ({ values }: Run, of: ReadonlyMap<string, number>) =>
    new Set(values.flat().filter((value) => typeof value === "string" && of.has(value)));
  const runsOf = (texts: readonly string[]) => runs.filter(({ text }) => texts.includes(text));

  it("are all planned", () => {
    expect(runs.filter(({ isExplained }) => !isExplained).map(({ text }) => text)).toEqual([]);
    expect(new Set(places.values()).size).toBeGreaterThan(3);
  });

  it("all come to be run, but for those that are listed with their reason", () => {
    const neverRun = statements.filter(({ texts }) => runsOf(texts).length === 0);
    expect(neverRun.map(({ name }) => name).filter((name) => !(name in ofAllMessages))).toEqual([]);
    const names = new Set(statements.map(({ name }) => name));
    expect(Object.keys(ofAllMessages).filter((name) => !names.has(name))).toEqual([]);
  });

  it("look into the partitions of the messages that they name, and no other", () => {
    const others = new Set<string>();
    for (const { name, texts } of statements.filter(({ name: one }) => !(one in ofAllMessages)))
      for (const run of runsOf(texts))
        for (const { table, number } of run.looked) {
          const of = table === "update_attempt" ? attempts : places;
          if (![...named(run, of)].some((id) => of.get(String(id)) === number))
            others.add(`${name}: ${table}`);
        }
    expect([...others]).toEqual([]);
  });

  it("look into one partition for one message", () => {
    const ofOne = statements.filter(
      ({ name, texts }) =>
        !(name in ofAllMessages) &&
        runsOf(texts).some((run) => named(run, places).size === 1 && run.looked.length > 0),
    );
    // Others insert rows alone, or always come with several messages.
    expect(ofOne.length).toBeGreaterThan(12);
    for (const { texts } of ofOne)
      for (const run of runsOf(texts).filter((one) => named(one, places).size === 1))
        expect(new Set(run.looked.map(({ number }) => number)).size).toBeLessThanOrEqual(1);
  });

  it("name their messages where the planner sees it", () => {
    const late = statements.filter(
      ({ name, texts }) =>
        !(name in ofAllMessages) &&
        runsOf(texts).some(
          (run) =>
            new Set(run.planned.map(({ number }) => number)).size >
            new Set([...named(run, places), ...named(run, attempts)]).size,
        ),
    );
    expect([...new Set(late.map(({ name }) => name))]).toEqual([]);
  });
});
