import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { endUpdateLeases } from "./claim";
import { forgetEndpoints } from "./endpoints";
import { enqueueUpdates, type UpdateSource } from "./enqueue";
import type { UpdatePolicy } from "./policy";
import type { Post } from "./post";
import { startUpdates, type UpdateSender } from "./send";
import { addSliceSender, enqueueFirstUpdates, storeEndedSlices, type SliceSender } from "./slice";
import { testService, testSource, testWebhook, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

const quick: Partial<UpdatePolicy> = { pausesMs: [1, 2, 3, 4], jitter: 0, pollMs: [2, 10] };

describe("updates that are sent before they are stored", () => {
  let sql: Database;
  let sender: UpdateSender | undefined;
  let leave: () => void = () => undefined;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.script(`
      CREATE TABLE rewritten (state text);
      CREATE FUNCTION note_rewritten() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO rewritten VALUES (OLD.state); RETURN NULL; END $$;
      CREATE TRIGGER update_rewritten AFTER UPDATE OR DELETE ON "update" FOR EACH ROW EXECUTE FUNCTION note_rewritten();`);
  }, 120_000);
  afterEach(async () => {
    for (const one of receivers.splice(0)) await one.stop();
    leave();
    await sender?.stop();
    sender = undefined;
    for (const table of [`"update"`, "update_attempt", "update_slice", "rewritten"])
      await sql.query(`DELETE FROM ${table}`);
  });
  afterAll(() => sql.close(), 120_000);

  const receiver = async () => {
    const server = await startReceiver();
    receivers.push(server);
    return server;
  };
  const start = (policy: Partial<UpdatePolicy> = {}) => {
    sender = startUpdates({ ...quick, ...policy });
  };
  const enqueue = (sources: readonly UpdateSource[]) =>
    sql.transaction((tx) => enqueueFirstUpdates(tx, sources));
  const many = (serviceId: string, count: number, notifyurl = "") =>
    Array.from({ length: count }, () => testSource(serviceId, "submitted", { notifyurl }));
  const countOf = async (table: string) =>
    (await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
  const settle = (serviceId: string, states: string[]) =>
    vi.waitFor(async () => {
      const rows = await updatesOf(sql, serviceId);
      expect(rows.map(({ state }) => state).sort()).toEqual(states.sort());
      expect(await countOf("update_slice")).toBe(0);
      return rows;
    }, 30_000);
  const idsAt = (at: Receiver) => at.requests.map(({ headers }) => headers["webhook-id"] ?? "");
  /** A process that enqueues updates, and dies before it sends one. */
  const dyingSender = (): SliceSender => ({
    leaseMs: 30_000,
    hasRoomFor: () => true,
    begin: () => undefined,
  });

  it("are stored once, with what became of them", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    start({ unstoredMs: 60_000 });
    expect(await enqueue(many(serviceId, 300))).toBe(0);
    const rows = await settle(
      serviceId,
      Array.from({ length: 300 }, () => "sent"),
    );
    expect(rows.every(({ attempts, lastStatus }) => attempts === 1 && lastStatus === 200)).toBe(
      true,
    );
    expect(new Set(idsAt(at))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(at.requests).toHaveLength(300);
    expect(await countOf("update_attempt")).toBe(300);
    expect(await countOf("rewritten")).toBe(0);
  });

  it("are rows at once where no sender runs, or the URL is none", async () => {
    const serviceId = await testService(sql);
    expect(await enqueue(many(serviceId, 2, "https://a.example/x"))).toBe(2);
    expect(await countOf("update_slice")).toBe(0);
    start({ pollMs: [60_000, 60_000] });
    expect(await enqueue(many(serviceId, 1, "mailto:a"))).toBe(1);
    expect((await updatesOf(sql, serviceId)).at(-1)).toMatchObject({
      state: "parked",
      lastError: "not a proper URL",
    });
  });

  it("are not sent when their transaction fails", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    start();
    await expect(
      sql.transaction(async (tx) => {
        await enqueueFirstUpdates(tx, many(serviceId, 3));
        throw new Error("It is rolled back.");
      }),
    ).rejects.toThrow("rolled back");
    await enqueue(many(serviceId, 1));
    await settle(serviceId, ["sent"]);
    expect(at.requests).toHaveLength(1);
  });

  it("wait as rows when their receiver hangs, and the slice ends", async () => {
    const [slow, fast] = [await receiver(), await receiver()];
    slow.behave({ hang: true });
    const serviceId = await testService(sql);
    start({ unstoredMs: 200, timeoutMs: 60_000 });
    await enqueue([...many(serviceId, 5, slow.url), ...many(serviceId, 5, fast.url)]);
    await settle(serviceId, [
      ...Array.from({ length: 5 }, () => "sent"),
      ...Array.from({ length: 5 }, () => "pending"),
    ]);
    const leased = await sql.query<{ dueInMs: number }>(
      `SELECT (extract(epoch FROM next_at - now()) * 1000)::float8 AS "dueInMs" FROM "update" WHERE lease_token IS NOT NULL`,
    );
    expect(leased).toHaveLength(2);
    for (const { dueInMs } of leased) expect(dueInMs).toBeGreaterThan(10_000);
    expect(slow.requests).toHaveLength(2);
  });

  it("are recorded in their row when the answer comes late", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ delayMs: 400 });
    start({ unstoredMs: 50 });
    await enqueue(many(serviceId, 2));
    await vi.waitFor(async () => expect(await countOf(`"update"`)).toBe(2), 30_000);
    const rows = await settle(serviceId, ["sent", "sent"]);
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(at.requests).toHaveLength(2);
  });

  it("are tried again from their row, with the attempt counted", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ status: 500, times: 1 });
    start();
    await enqueue(many(serviceId, 1));
    const [row] = await settle(serviceId, ["sent"]);
    expect(row).toMatchObject({ attempts: 2, lastStatus: 200, lastError: null });
    expect(idsAt(at)).toEqual([row?.id, row?.id]);
    expect(await countOf("update_attempt")).toBe(2);
  });

  it("are parked when their receiver answers 410, and it is called once", async () => {
    const hook = await receiver();
    const serviceId = await testService(sql);
    const webhookId = await testWebhook(sql, serviceId, hook.url, ["submitted"]);
    hook.behave({ status: 410 });
    start({ perOrigin: 1 });
    await enqueue(many(serviceId, 4));
    const rows = await settle(serviceId, ["parked", "parked", "parked", "parked"]);
    for (const { lastError } of rows) expect(lastError).toContain("410");
    expect(hook.requests).toHaveLength(1);
    expect(
      await sql.query("SELECT 1 FROM webhook WHERE id = $1 AND disabled_at IS NOT NULL", [
        webhookId,
      ]),
    ).toHaveLength(1);
  });

  it("are parked when their webhook was removed", async () => {
    const serviceId = await testService(sql);
    const webhookId = await testWebhook(sql, serviceId, "https://a.example/x", ["submitted"]);
    leave = addSliceSender(dyingSender());
    await enqueue(many(serviceId, 1));
    leave();
    await sql.query("DELETE FROM webhook WHERE id = $1", [webhookId]);
    forgetEndpoints();
    await endUpdateLeases(sql);
    start();
    const [row] = await settle(serviceId, ["parked"]);
    expect(row).toMatchObject({ attempts: 0, lastError: "the webhook no longer exists" });
  });

  it("come before the later updates of their delivery", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ delayMs: 200, times: 1 });
    start();
    const first = testSource(serviceId, "submitted");
    await enqueue([first]);
    await at.waitFor((requests) => requests.length === 1);
    await enqueueUpdates(sql, [
      { ...testSource(serviceId, "delivered"), delivery: first.delivery },
    ]);
    sender?.wake();
    await settle(serviceId, ["sent", "sent"]);
    const states = at.requests.map(({ body }) => /"deliveryStatus":"(\w+)"/.exec(body)?.[1]);
    expect(states).toEqual(["Submitted", "Delivered"]);
  });

  it("are sent by another process when theirs dies, once its lease has ended", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    leave = addSliceSender(dyingSender());
    const sources = many(serviceId, 3);
    await enqueue(sources);
    leave();
    await storeEndedSlices(sql);
    expect(await countOf(`"update"`)).toBe(0);
    // It had stored one of them.
    await enqueueUpdates(sql, sources.slice(0, 1));
    await sql.query(`UPDATE "update" SET state = 'sent', next_at = NULL`);
    await endUpdateLeases(sql);
    start();
    await settle(serviceId, ["sent", "sent", "sent"]);
    expect(at.requests).toHaveLength(2);
  });

  it("are sent once more when their lease ended meanwhile, with the result of that call", async () => {
    const serviceId = await testService(sql, { notifyurl: "https://a.example/x" });
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let calls = 0;
    const post: Post = async () => {
      calls += 1;
      if (calls === 1) await answered;
      return { status: 200, headers: {}, body: "" };
    };
    sender = startUpdates({ ...quick, unstoredMs: 60_000, post });
    await enqueue(many(serviceId, 1));
    await vi.waitFor(() => expect(calls).toBe(1), 30_000);
    await endUpdateLeases(sql);
    await storeEndedSlices(sql);
    await settle(serviceId, ["sent"]);
    answer();
    await vi.waitFor(async () => expect(await countOf("update_attempt")).toBe(2), 30_000);
    const [row] = await settle(serviceId, ["sent"]);
    expect(row).toMatchObject({ attempts: 1 });
    expect(calls).toBe(2);
  });

  it("are stored when the sender stops, and the calls under way end", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ delayMs: 200 });
    start();
    await enqueue(many(serviceId, 10));
    await at.waitFor((requests) => requests.length === 2);
    await sender?.stop();
    const states = (await updatesOf(sql, serviceId)).map(({ state }) => state);
    expect(states.filter((state) => state === "sent")).toHaveLength(at.requests.length);
    expect(states).toHaveLength(10);
    expect(await countOf("update_slice")).toBe(0);
    expect(await sql.query(`SELECT 1 FROM "update" WHERE lease_token IS NOT NULL`)).toEqual([]);
  });

  it("wait as rows while their URL rests", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ status: 503, headers: { "retry-after": "600" }, times: 1 });
    start({ perOrigin: 1, unstoredMs: 60_000 });
    await enqueue(many(serviceId, 3));
    const rows = await settle(serviceId, ["pending", "pending", "pending"]);
    expect(rows.filter(({ attempts }) => attempts === 1)).toHaveLength(1);
    for (const { dueInMs } of rows) expect(dueInMs).toBeGreaterThan(500_000);
    expect(await enqueue(many(serviceId, 1))).toBe(1);
    expect(at.requests).toHaveLength(1);
  });

  it("are rows where the sender has no room, and all are sent", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    at.behave({ delayMs: 5 });
    start({ mostUnstored: 4, perOrigin: 1 });
    let stored = 0;
    for (let n = 0; n < 20; n += 1) stored += await enqueue(many(serviceId, 2));
    expect(stored).toBeGreaterThan(0);
    await settle(
      serviceId,
      Array.from({ length: 40 }, () => "sent"),
    );
    expect(new Set(idsAt(at)).size).toBe(40);
    expect(at.requests).toHaveLength(40);
  });
});
