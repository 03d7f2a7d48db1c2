import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import { countsOf } from "@/lib/results/counts";
import { rollupDifferences } from "@/lib/results/testing";
import { acceptRequest, type AcceptInput } from "./accept";
import { capsOf } from "./caps";
import { expand } from "./expand";
import { openSandbox, type TestSandbox } from "./testing";

const oneADay: FrequencyCap = { messages: 1, span: 24, unit: "hours" };
const hourMs = 3_600_000;

describe("frequency caps", () => {
  let sandbox: TestSandbox;
  let sql: Database;
  let appId = "";

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql, { lean: true });
    // So many ids do not fit into the limit of a body.
    sandbox.service.sizeRule = "message";
    [{ id: appId } = { id: "" }] = await sql.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
  }, 120_000);
  beforeEach(() => setCaps([oneADay]));
  afterEach(() => sql.query("DELETE FROM frequency_count"));
  afterAll(() => sandbox.close(), 120_000);

  const setCaps = async (caps: FrequencyCap[]) => {
    await sql.query("UPDATE service SET frequency_caps = $2::jsonb WHERE id = $1", [
      sandbox.service.id,
      JSON.stringify(caps),
    ]);
    // Until the memory of the process is dropped.
    await vi.waitFor(
      async () =>
        expect((await capsOf([sandbox.service.id])).get(sandbox.service.id) ?? []).toEqual(caps),
      { timeout: 10_000 },
    );
  };
  /** Registers Android devices, and returns their push ids. */
  const devices = async (userids: readonly string[]) => {
    const pushids: string[] = [];
    for (const userid of userids) {
      const id = newId();
      pushids.push(`push-${id}`);
      await sql.query(
        "INSERT INTO device (id, app_id, kind, pushid, push_hash) VALUES ($1, $2, 'android', $3, $4)",
        [id, appId, `push-${id}`, createHash("sha256").update(`push-${id}`).digest()],
      );
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        userid,
        id,
      ]);
    }
    return pushids;
  };
  let named = 0;
  const users = (count: number) =>
    Array.from({ length: count }, () => `capped-user-${(named += 1)}`);
  const accept = async (
    destination: object[],
    more: Partial<Pick<AcceptInput, "capOrderId" | "source">> = { capOrderId: newId() },
  ) => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      notifyurl: "https://notify.example/hook",
      destination,
      channels: { push: { android: { text: "Hi" } } },
    };
    const { transid, ok, problems } = await acceptRequest({
      service: sandbox.service,
      bytes: Buffer.from(JSON.stringify(request)),
      source: "console",
      ...more,
    });
    expect(problems).toEqual([]);
    expect(ok).toBe(true);
    return transid;
  };
  const send = async (...input: Parameters<typeof accept>) => {
    const transid = await accept(...input);
    await expand([transid]);
    return transid;
  };
  /** Deliveries of a message by state, and the users of those that are capped. */
  const outcome = async (transid: string) => {
    const rows = await sql.query<{ destination: string; state: string }>(
      "SELECT destination, state FROM delivery WHERE message_id = $1",
      [transid],
    );
    const of = (state: string) =>
      rows.flatMap((row) => (row.state === state ? [row.destination] : [])).toSorted();
    return { sent: of("queued"), capped: of("capped") };
  };
  const countedFor = async (userid: string) => {
    const [row] = await sql.query<{ n: number }>(
      "SELECT (SELECT count(*)::int FROM jsonb_object_keys(f.orders)) AS n FROM frequency_count f WHERE f.service_id = $1 AND f.userid = $2",
      [sandbox.service.id, userid],
    );
    return row?.n ?? 0;
  };
  /** As if its process had died after it counted, and before anything was stored. */
  const forget = async (transid: string) => {
    await sql.query("DELETE FROM delivery WHERE message_id = $1", [transid]);
    await sql.query("DELETE FROM message_rollup WHERE message_id = $1", [transid]);
    await sql.query("UPDATE message SET state = 'accepted', expanded = 0 WHERE id = $1", [transid]);
  };

  it("count a user with three devices once, and leave them out of the next campaign in one row", async () => {
    const [user = "", other = ""] = users(2);
    await devices([user, user, user, other]);
    const first = await send([{ userid: [user] }]);
    expect(await outcome(first)).toEqual({ sent: [user, user, user], capped: [] });
    expect(await countedFor(user)).toBe(1);
    const second = await send([{ userid: [user, other] }]);
    expect(await outcome(second)).toEqual({ sent: [other], capped: [user] });
    expect((await countsOf(sql, [second])).get(second)).toMatchObject({ queued: 1, capped: 1 });
    const [row] = await sql.query<{ code: string; description: string; ended: boolean }>(
      "SELECT code, description, ended_at IS NOT NULL AS ended FROM delivery WHERE message_id = $1 AND state = 'capped'",
      [second],
    );
    expect(row).toEqual({ code: "7404", description: "Frequency cap reached", ended: true });
    const updates = await sql.query<{ kind: string }>(
      "SELECT u->>'kind' AS kind FROM update_slice s CROSS JOIN LATERAL jsonb_array_elements(s.updates::jsonb) u WHERE $1::uuid = ANY(s.message_ids)",
      [second],
    );
    const stored = await sql.query<{ kind: string }>(
      `SELECT kind FROM "update" WHERE message_id = $1`,
      [second],
    );
    expect([...updates, ...stored]).toEqual([{ kind: "failed" }]);
    expect(await rollupDifferences(sql)).toEqual({ ofMessages: 0, ofAll: 0 });
  });

  it("neither limit nor count messages of programs, tests and necessary campaigns", async () => {
    const [user = ""] = users(1);
    await devices([user]);
    for (const source of ["api", "test", "console"] as const)
      for (let n = 0; n < 2; n += 1)
        expect(await outcome(await send([{ userid: [user] }], { source }))).toEqual({
          sent: [user],
          capped: [],
        });
    expect(await countedFor(user)).toBe(0);
  });

  it("count nothing for a service without caps, and no user who gets nothing", async () => {
    const [user = "", unknown = ""] = users(2);
    await devices([user]);
    await setCaps([]);
    await send([{ userid: [user] }]);
    expect(await countedFor(user)).toBe(0);
    await setCaps([oneADay]);
    await send([{ userid: [unknown] }]);
    expect(await countedFor(unknown)).toBe(0);
  });

  it("hold for campaigns at once, in any order of their users", async () => {
    const everybody = users(300);
    await devices(everybody);
    const one = await accept([{ userid: everybody }]);
    const other = await accept([{ userid: everybody.toReversed() }]);
    const third = await accept([{ userid: everybody }]);
    await Promise.all([one, other, third].map((transid) => expand([transid], Infinity, 40)));
    const outcomes = await Promise.all([one, other, third].map(outcome));
    expect(outcomes.flatMap(({ sent }) => sent).toSorted()).toEqual(everybody.toSorted());
    expect(outcomes.flatMap(({ capped }) => capped)).toHaveLength(600);
    expect(await rollupDifferences(sql)).toEqual({ ofMessages: 0, ofAll: 0 });
  });

  it("do not count a repeat after a crash, and leave out no one who was counted", async () => {
    const everybody = users(20);
    await devices(everybody);
    const first = await send([{ userid: everybody }]);
    await forget(first);
    const second = await send([{ userid: everybody }]);
    expect((await outcome(second)).capped).toHaveLength(20);
    await expand([first], Infinity, 7);
    expect(await outcome(first)).toEqual({ sent: everybody.toSorted(), capped: [] });
    // Those who were left out stay so, in one row.
    await sql.query("UPDATE message SET state = 'accepted', expanded = 0 WHERE id = $1", [second]);
    await expand([second], Infinity, 7);
    expect((await outcome(second)).capped).toHaveLength(20);
    for (const user of everybody) expect(await countedFor(user)).toBe(1);
  });

  it("count an order once over all its requests", async () => {
    const [user = ""] = users(1);
    await devices([user]);
    const capOrderId = newId();
    for (let n = 0; n < 2; n += 1)
      expect((await outcome(await send([{ userid: [user] }], { capOrderId }))).sent).toEqual([
        user,
      ]);
    expect(await countedFor(user)).toBe(1);
  });

  it("take the older of two orders that share a slice", async () => {
    const [user = "", other = ""] = users(2);
    await devices([user, other]);
    const transids = [
      await accept([{ userid: [user] }]),
      await accept([{ userid: [user, other] }]),
      await accept([{ userid: [user] }]),
    ];
    await expand(transids);
    expect(await Promise.all(transids.map(outcome))).toEqual([
      { sent: [user], capped: [] },
      { sent: [other], capped: [user] },
      { sent: [], capped: [user] },
    ]);
  });

  it("go on with an order that was counted, where an older one shares its slice", async () => {
    const [user = ""] = users(1);
    await devices([user]);
    const [older, younger] = [newId(), newId()];
    const counted = await send([{ userid: [user] }], { capOrderId: younger });
    await forget(counted);
    const late = await accept([{ userid: [user] }], { capOrderId: older });
    await expand([late, counted]);
    expect(await outcome(counted)).toEqual({ sent: [user], capped: [] });
    expect(await outcome(late)).toEqual({ sent: [], capped: [user] });
  });

  it("count a push id for the user of its device, and leave out no device without one", async () => {
    const [user = ""] = users(1);
    const [pushid = ""] = await devices([user]);
    await send([{ userid: [user] }]);
    const unknown = `push-${newId()}`;
    const destination = [{ android_pushid: [pushid, unknown] }];
    expect(await outcome(await send(destination))).toEqual({ sent: [unknown], capped: [pushid] });
    expect(await outcome(await send(destination))).toEqual({ sent: [unknown], capped: [pushid] });
  });

  it("reach a shared device for those of its users who have not reached a cap", async () => {
    const [capped = "", free = ""] = users(2);
    await devices([capped]);
    await send([{ userid: [capped] }]);
    await devices([free]);
    await sql.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, $1, device_id FROM device_user WHERE userid = $2",
      [free, capped],
    );
    expect(await outcome(await send([{ userid: [capped, free] }]))).toEqual({
      sent: [free, free],
      capped: [capped],
    });
  });

  it("apply all at once, each in its own span", async () => {
    const [user = ""] = users(1);
    await devices([user]);
    await setCaps([
      { messages: 2, span: 1, unit: "hours" },
      { messages: 3, span: 48, unit: "hours" },
    ]);
    const at = Date.now();
    const orders = (...ages: number[]) =>
      sql.query(
        `INSERT INTO frequency_count (service_id, userid, orders, last_at) VALUES ($1, $2, $3::jsonb, now())
         ON CONFLICT (service_id, userid) DO UPDATE SET orders = excluded.orders`,
        [
          sandbox.service.id,
          user,
          JSON.stringify(Object.fromEntries(ages.map((hours) => [newId(), at - hours * hourMs]))),
        ],
      );
    const isSent = async () => (await outcome(await send([{ userid: [user] }]))).sent.length === 1;
    await orders(0.5, 0.9);
    expect(await isSent()).toBe(false);
    await orders(0.5, 1.1);
    expect(await isSent()).toBe(true);
    await orders(2, 24, 47);
    expect(await isSent()).toBe(false);
    // What is older than the longest cap goes with the next count.
    await orders(2, 24, 49);
    expect(await isSent()).toBe(true);
    expect(await countedFor(user)).toBe(3);
  });
});
