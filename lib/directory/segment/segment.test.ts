import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { testApp } from "../app/testing";
import { removeAttribute } from "../attribute/remove";
import { createService } from "../service/create";
import { mergeUsers } from "../user/merge";
import { putUser } from "../user/put";
import { addSegment } from "./add";
import { changeSegment } from "./change";
import { cancelCount, countRule, countSegment } from "./count";
import { estimateRule } from "./estimate";
import { funnelOfRule } from "./funnel";
import { listSegments } from "./list";
import { openSegment } from "./open";
import { removeSegment } from "./remove";
import { samplesOfRule } from "./samples";
import { runRule } from "./statement";

const as = { actor: testOwner() };
const gold = { field: "attribute.plan", op: "is", value: "gold" };
const adult = { field: "attribute.age", op: "gte", value: 18 };
const quiet = { didNot: "read", within: "P30D" };

describe("segments of a service", () => {
  let sql: Database;
  let serviceId: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await service();
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const service = async () =>
    (await createService(as, { name: newId(), sandbox: false, httpsOnly: false })).id;
  /** 100 users: every second has gold, ages are 0 to 99; ten of them read something. */
  async function filledService(): Promise<string> {
    const id = await service();
    await mergeUsers(as, {
      serviceId: id,
      users: Array.from({ length: 100 }, (_, n) => ({
        userid: `u${n}`,
        attributes: { plan: n % 2 === 0 ? "gold" : "silver", age: n },
        timezone: "Europe/Berlin",
      })),
    });
    await sql.query(
      `INSERT INTO user_activity (service_id, deed, hour, users)
       SELECT $1, 'read', date_trunc('hour', now()), array_agg(u.number) FROM service_user u WHERE u.service_id = $1 AND u.userid = ANY($2::text[])`,
      [id, Array.from({ length: 10 }, (_, n) => `u${90 + n}`)],
    );
    return id;
  }

  it("are stored, opened, changed, listed by name and removed, each with its event", async () => {
    const own = await service();
    await putUser(as, { serviceId: own, userid: "a", attributes: { plan: "gold" } });
    const { id } = await addSegment(as, { serviceId: own, name: " Gold ", rule: gold });
    expect(await openSegment(as, { id })).toMatchObject({
      id,
      serviceId: own,
      name: "Gold",
      rule: gold,
      revision: 1,
      words: "users whose plan is “gold”",
      faults: [],
    });
    const rule = { all: [gold, quiet] };
    expect(await changeSegment(as, { id, revision: 1, rule })).toMatchObject({
      name: "Gold",
      rule,
      revision: 2,
    });
    expect(await changeSegment(as, { id, revision: 1, name: "Gold", rule })).toMatchObject({
      revision: 2,
    });
    await addSegment(as, {
      serviceId: own,
      name: "All",
      rule: { field: "devices", op: "gte", value: 0 },
    });
    const { rows } = await listSegments(as, { serviceId: own });
    expect(rows.map(({ name, words, revision }) => [name, words, revision])).toEqual([
      ["All", "users who have at least 0 devices", 1],
      ["Gold", "users whose plan is “gold” and who did not read anything for 30 days", 2],
    ]);
    await removeSegment(as, { id });
    await expect(openSegment(as, { id })).rejects.toThrow(NotFoundError);
    const events = (await eventsOf(sql, own)).filter(({ action }) => action.startsWith("segment."));
    expect(events.map(({ action, snapshot }) => [action, snapshot])).toEqual([
      ["segment.add", { name: "Gold", conditions: 1 }],
      [
        "segment.change",
        {
          before: { name: "Gold", conditions: 1 },
          after: { name: "Gold", conditions: 2 },
          rule: true,
        },
      ],
      ["segment.add", { name: "All", conditions: 1 }],
      ["segment.remove", { name: "Gold" }],
    ]);
  });

  it("have different names, however they are spelled, and rules that fit the attributes", async () => {
    await putUser(as, { serviceId, userid: "a", attributes: { plan: "gold" } });
    await addSegment(as, { serviceId, name: "Spring", rule: gold });
    const again = addSegment(as, { serviceId, name: "SPRING", rule: gold });
    await expect(again).rejects.toMatchObject({ problems: [{ pointer: "/name" }] });
    const misfit = { any: [gold, { ...gold, field: "attribute.plam" }, { ...gold, op: "gt" }] };
    await expect(addSegment(as, { serviceId, name: "Misfit", rule: misfit })).rejects.toMatchObject(
      {
        problems: [
          { pointer: "/rule/any/1/field", rule: "segment.attribute" },
          { pointer: "/rule/any/2/op", rule: "segment.op.field" },
        ],
      },
    );
  });

  it("of two changes of one revision, the second is a conflict with what is stored", async () => {
    const { id } = await addSegment(as, { serviceId, name: "Raced", rule: gold });
    const changes = await Promise.allSettled(
      ["One", "Two"].map((name) => changeSegment(as, { id, revision: 1, name })),
    );
    const lost = changes.find(({ status }) => status === "rejected");
    expect(lost).toMatchObject({
      reason: expect.any(ConflictError) as unknown,
    });
    const { name } = await openSegment(as, { id });
    expect(lost).toMatchObject({ reason: { conflict: { revision: 2, theirs: { name } } } });
  });

  it("are counted exactly, with the devices of their users", async () => {
    const own = await filledService();
    const app = await sql.transaction((tx) => testApp(tx, own, newId(), []));
    for (const [n, userid] of ["u20", "u20", "u22", "u21"].entries()) {
      const id = newId();
      await sql.query(
        "INSERT INTO device (id, app_id, kind, pushid, push_hash, state) VALUES ($1, $2, 'ios', $3, sha256(convert_to($3, 'UTF8')), $4)",
        [id, app.id, id, n === 2 ? "invalid" : "active"],
      );
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        app.id,
        userid,
        id,
      ]);
    }
    const rule = { all: [gold, adult, quiet] };
    expect(await countRule(as, { serviceId: own, rule })).toMatchObject({
      users: 36,
      devices: 2,
      exact: true,
    });
    const { id } = await addSegment(as, { serviceId: own, name: "Counted", rule });
    expect(await countSegment(as, { id })).toMatchObject({ users: 36, devices: 2 });
    expect(await estimateRule(as, { serviceId: own, rule: { all: [gold, adult] } })).toEqual({
      users: 41,
      total: 100,
      sampled: 100,
    });
    // An attribute that is gone: no user has it.
    await removeAttribute(as, { serviceId: own, name: "plan" });
    expect(await countSegment(as, { id })).toMatchObject({ users: 0 });
    expect((await openSegment(as, { id })).faults).toMatchObject([
      { pointer: "/rule/all/0/field", rule: "segment.attribute" },
    ]);
    await expect(countRule(as, { serviceId: own, rule })).rejects.toThrow(RefusedError);
  });

  it("show what each rule takes away, in the order of the rule", async () => {
    const own = await filledService();
    expect(
      await funnelOfRule(as, { serviceId: own, rule: { all: [gold, adult, quiet] } }),
    ).toMatchObject({
      total: 100,
      group: "all",
      steps: [
        { path: ["all", 0], users: 50, change: -50 },
        { path: ["all", 1], users: 41, change: -9 },
        { path: ["all", 2], users: 36, change: -5 },
      ],
    });
    expect(
      (await funnelOfRule(as, { serviceId: own, rule: { none: [gold, adult] } })).steps,
    ).toMatchObject([
      { users: 50, change: -50 },
      { users: 9, change: -41 },
    ]);
    expect(
      (await funnelOfRule(as, { serviceId: own, rule: { any: [gold, adult] } })).steps,
    ).toMatchObject([
      { users: 50, change: 50 },
      { users: 91, change: 41 },
    ]);
    expect((await funnelOfRule(as, { serviceId: own, rule: gold })).steps).toEqual([
      { path: [], users: 50, change: -50 },
    ]);
  });

  it("show some users who belong to them, and who just do not, with the reason", async () => {
    const own = await filledService();
    const rule = { all: [gold, { field: "attribute.age", op: "lt", value: 4 }, quiet] };
    const { matching, missing } = await samplesOfRule(as, { serviceId: own, rule });
    expect(matching.map(({ userid }) => userid).toSorted()).toEqual(["u0", "u2"]);
    expect(missing).toHaveLength(5);
    for (const { userid, path, words, isTrue } of missing) {
      const n = Number(userid.slice(1));
      expect([userid, path, words, isTrue]).toEqual(
        n < 4
          ? [userid, ["all", 0], "whose plan is “gold”", false]
          : [userid, ["all", 1], "whose age is below 4", false],
      );
      expect(n < 4 || (n % 2 === 0 && n < 90)).toBe(true);
    }
    const { missing: inNone } = await samplesOfRule(as, {
      serviceId: own,
      rule: { none: [{ did: "read" }] },
    });
    expect(inNone[0]).toMatchObject({
      path: ["none", 0],
      words: "who read something",
      isTrue: true,
    });
  });

  /** A statement that ends when it is cancelled; returns the sentence of its refusal. */
  const slowCount = (token: string, service: string = serviceId): Promise<string> =>
    runRule("SELECT pg_sleep(60), $1::text", [service], token).then(
      () => "ended",
      (error: Error) => error.message,
    );
  const cancelled = (token: string) =>
    expect.poll(() => cancelCount(as, { serviceId, token }), { timeout: 20_000 }).toBe(true);

  it("times at the ends of what can be written are compared", async () => {
    const of = async (field: string, op: string, value: string) =>
      (await countRule(as, { serviceId, rule: { field, op, value } as never })).users;
    expect(await of("lastSeen", "after", "9999-12-31")).toBe(0);
    expect(await of("firstSeen", "before", "0000-05-01")).toBe(0);
  });

  it("a count is cancelled by its token, from anywhere", async () => {
    const token = crypto.randomUUID();
    const slow = slowCount(token);
    await cancelled(token);
    expect(await slow).toBe("The count was cancelled.");
    expect(await cancelCount(as, { serviceId, token })).toBe(false);
  });

  it("a process runs few counts at once, and refuses more with what to do", async () => {
    const tokens = [1, 2, 3].map(() => crypto.randomUUID());
    const running = tokens.slice(0, 2).map((token) => slowCount(token));
    const refused = () =>
      expect(countRule(as, { serviceId, rule: { did: "sent" } })).rejects.toThrow(
        "Other counts are running.",
      );
    await refused();
    // One place is left to other services.
    running.push(slowCount(tokens[2] ?? "", newId()));
    await refused();
    expect(await slowCount(crypto.randomUUID(), newId())).toContain("Other counts are running.");
    for (const token of tokens) await cancelled(token);
    expect(await Promise.all(running)).toEqual(tokens.map(() => "The count was cancelled."));
  });

  it("are read by viewers and edited by marketers", async () => {
    const viewer = { actor: testMember({ [serviceId]: { role: "viewer" } }) };
    const marketer = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    const input = { serviceId, name: newId(), rule: gold };
    await expect(addSegment(viewer, input)).rejects.toThrow(ForbiddenError);
    const { id } = await addSegment(marketer, input);
    expect(await openSegment(viewer, { id })).toMatchObject({ name: input.name });
    await expect(removeSegment(viewer, { id })).rejects.toThrow(ForbiddenError);
  });
});

describe("an estimate", () => {
  it("of more users than are listed is near the count", async () => {
    const sql = await openTestDatabase();
    try {
      const { id: serviceId } = await createService(as, {
        name: newId(),
        sandbox: false,
        httpsOnly: false,
      });
      await putUser(as, { serviceId, userid: "first", attributes: { age: 0 } });
      await sql.query(
        `INSERT INTO service_user (id, service_id, userid, attributes)
         SELECT gen_random_uuid(), $1, 'u' || n, jsonb_build_object(a.key::text, n % 100) FROM generate_series(1, 20000) n, user_attribute a WHERE a.service_id = $1`,
        [serviceId],
      );
      await sql.script("ANALYZE service_user");
      const rule = { field: "attribute.age", op: "lt", value: 50 };
      const { users, total, sampled } = await estimateRule(as, { serviceId, rule });
      expect(sampled).toBe(1_000);
      expect(total).toBeGreaterThan(19_000);
      expect(total).toBeLessThan(21_000);
      expect(users / total).toBeGreaterThan(0.4);
      expect(users / total).toBeLessThan(0.6);
      // The same users are asked again: the rule alone moves the estimate.
      for (let n = 0; n < 3; n += 1)
        expect(await estimateRule(as, { serviceId, rule })).toEqual({ users, total, sampled });
    } finally {
      await sql.close();
    }
  }, 120_000);
});
