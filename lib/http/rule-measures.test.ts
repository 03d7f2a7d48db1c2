import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { addSegment } from "@/lib/directory/segment/add";
import { mergeUsers } from "@/lib/directory/user/merge";
import { openInterface, type TestInterface } from "./testing";

const owner = { actor: testOwner() };
const gold = { field: "attribute.plan", op: "is", value: "gold" };
const adult = { field: "attribute.age", op: "gte", value: 18 };

describe("what pages measure of a rule", () => {
  let database: Database;
  let served: TestInterface;
  let member: Record<string, string>;

  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
    await changeInstallationOwner(
      { actor: { kind: "job", name: "test" } },
      { email: "a@b.example", name: "Ada", password: "correct horse battery" },
    );
    const [row] = await database.query<{ id: string }>("SELECT id FROM member");
    const id = row?.id ?? "";
    const token = await encode({
      token: { sub: id, sid: await beginSession(id, 0) },
      secret: sessionSecret(),
    });
    member = { cookie: `${cookieName("session")}=${token}`, origin: served.origin };
    await mergeUsers(owner, {
      serviceId: served.serviceId,
      users: Array.from({ length: 30 }, (_, n) => ({
        userid: `u${n}`,
        attributes: { plan: n < 10 ? "gold" : "silver", age: n < 25 ? 40 : 12 },
      })),
    });
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const ask = async (
    measure: string,
    rule: unknown,
    { as = member, serviceId = served.serviceId, method = "POST" } = {},
  ) => {
    const answer = await fetch(`${served.origin}/live/segments/${measure}`, {
      method,
      headers: { ...as, "content-type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify({ serviceId, rule }) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("is an estimate, an exact count, a funnel and samples", async () => {
    expect(await ask("estimate", gold)).toEqual({
      status: 200,
      body: { users: 10, total: 30, sampled: 30 },
    });
    expect(await ask("count", { all: [gold, adult] })).toMatchObject({
      status: 200,
      body: { users: 10, devices: 0, exact: true },
    });
    expect(await ask("funnel", { all: [adult, gold] })).toMatchObject({
      status: 200,
      body: {
        total: 30,
        group: "all",
        steps: [
          { path: ["all", 0], users: 25, change: -5 },
          { path: ["all", 1], users: 10, change: -15 },
        ],
      },
    });
    const { body } = await ask("samples", { all: [adult, gold] });
    expect(body["matching"]).toHaveLength(10);
    expect(body["missing"]).toHaveLength(5);
    expect((body["missing"] as object[])[0]).toMatchObject({
      words: expect.stringMatching(/plan|age/) as string,
      isTrue: false,
    });
  });

  it("is an estimate of a stored segment", async () => {
    const { id } = await addSegment(owner, {
      serviceId: served.serviceId,
      name: "Gold",
      rule: gold,
    });
    const estimate = (of: string) =>
      fetch(`${served.origin}/live/segments/estimate?id=${of}`, { headers: member });
    expect(await (await estimate(id)).json()).toEqual({ users: 10, total: 30, sampled: 30 });
    expect((await estimate("none")).status).toBe(404);
  });

  it("refuses a rule at the pointers of its faults", async () => {
    const { status, body } = await ask("count", { all: [{ field: "colour", op: "is", value: 1 }] });
    expect(status).toBe(400);
    expect(body["problems"]).toMatchObject([{ pointer: "/rule/all/0/field" }]);
    const gone = await ask("estimate", { ...gold, field: "attribute.gone" });
    expect(gone.status).toBe(400);
  });

  it("is for members of the service on pages of the console alone", async () => {
    expect((await ask("count", gold, { as: { origin: served.origin } })).status).toBe(401);
    expect(
      (await ask("count", gold, { as: { ...member, origin: "https://a.example" } })).status,
    ).toBe(403);
    expect((await ask("count", gold, { method: "GET" })).status).toBe(405);
    expect((await ask("estimate", gold, { method: "GET" })).status).toBe(400);
    const serviceId = "00000000-0000-7000-8000-000000000000";
    expect((await ask("count", gold, { serviceId })).status).toBe(404);
  });

  it("a count ends at the database when its page goes away", async () => {
    const release = await lockUsers();
    const page = new AbortController();
    const call = fetch(`${served.origin}/live/segments/count`, {
      method: "POST",
      headers: { ...member, "content-type": "application/json" },
      body: JSON.stringify({ serviceId: served.serviceId, rule: gold }),
      signal: page.signal,
    }).catch(() => "gone");
    await expect.poll(running).toBe(1);
    page.abort();
    expect(await call).toBe("gone");
    await expect.poll(running).toBe(0);
    await release();
  });

  const running = async () => {
    const [row] = await database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'segment %' AND state = 'active'",
    );
    return row?.n ?? -1;
  };

  /** Keeps counts waiting until the function that is returned is called. */
  async function lockUsers(): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const open = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const transaction = database.transaction(async (tx) => {
      await tx.query("LOCK TABLE service_user IN ACCESS EXCLUSIVE MODE");
      locked();
      await open;
    });
    await isLocked;
    return async () => {
      release();
      await transaction;
    };
  }
});
