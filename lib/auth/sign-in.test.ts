import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database as current, setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { cookieName } from "./cookies";
import { deviceOf, knows, rememberDevice, type KnownDevice } from "./device-cookie";
import { hashPassword } from "./password";
import { beginSession, endSession, endSessionsOf, memberOfSession } from "./sessions";
import { refusalCode, signIn, type SignInResult } from "./sign-in";
import { ageTries } from "./testing";

const owner = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
const password = "correct horse battery";
const own = "198.51.100.1";

describe("signing in", () => {
  let database: Database;
  let device: KnownDevice | undefined;
  beforeAll(async () => {
    database = await openTestDatabase();
    const hash = await hashPassword(password);
    for (const [id, email] of [
      [owner, "owner@example.com"],
      [other, "other@example.com"],
    ])
      await database.query(
        "INSERT INTO member (id, email, name, password_hash, installation_owner) VALUES ($1, $2, 'Somebody', $3, true)",
        [id, email, hash],
      );
    device = await madeKnown(owner, 0);
  });
  beforeEach(async () => {
    await database.query("DELETE FROM sign_in_failure");
    await database.query("UPDATE member SET disabled_at = NULL, session_epoch = 0");
  });
  afterAll(() => database.close());

  const madeKnown = async (id: string, epoch: number, before?: KnownDevice) =>
    deviceOf((await rememberDevice(before, id, epoch)).split(";", 1)[0] ?? "");
  const attempt = (more: Partial<Parameters<typeof signIn>[0]> = {}) =>
    signIn({ email: "owner@example.com", password, client: own, device: undefined, ...more });
  const reason = (result: SignInResult) => (result.ok ? "in" : result.reason);
  const guess = (client: string, more: Partial<Parameters<typeof signIn>[0]> = {}) =>
    attempt({ client, password: "wrong", ...more });
  /** As if so many had been counted in each budget there is. */
  const tried = async (count: number, seconds: number) =>
    database.query(
      "UPDATE sign_in_failure SET count = $1, until = now() + make_interval(secs => $2::float8)",
      [count, seconds],
    );

  it("checks one of sixty simultaneous guesses before a pause", async () => {
    await guess(own);
    await ageTries(database, 20);
    const results = (await Promise.all(Array.from({ length: 60 }, () => guess(own)))).map(reason);
    expect(results.filter((result) => result !== "paused")).toEqual(["wrong"]);
    expect(reason(await attempt())).toBe("paused");
  });

  it("sets the first pause, of two seconds, at the sixth wrong password", async () => {
    const clock = async () =>
      (await database.query<{ at: string }>("SELECT clock_timestamp()::text AS at"))[0]?.at;
    for (let n = 0; n < 5; n += 1) expect(reason(await guess(own))).toBe("wrong");
    expect(
      await database.query("SELECT 1 FROM sign_in_failure WHERE until > clock_timestamp()"),
    ).toEqual([]);
    const before = await clock();
    expect(reason(await guess(own))).toBe("wrong");
    const [row] = await database.query<{ isSo: boolean }>(
      // Stored in whole milliseconds.
      `SELECT max(until) - interval '2 seconds' BETWEEN $1::timestamptz - interval '1 millisecond' AND clock_timestamp() AS "isSo"
       FROM sign_in_failure`,
      [before],
    );
    expect(row?.isSo).toBe(true);
  });

  it("pauses a client that guesses, but neither the member elsewhere nor another member there", async () => {
    await guess("203.0.113.9");
    await ageTries(database, 20);
    expect(reason(await guess("203.0.113.9"))).toBe("wrong");
    expect(reason(await attempt({ client: "203.0.113.9" }))).toBe("paused");
    expect(reason(await attempt())).toBe("in");
    expect(reason(await attempt({ client: "203.0.113.9", email: "other@example.com" }))).toBe("in");
  });

  it("takes an IPv6 network for one client", async () => {
    await guess("2001:db8:1:2::1");
    await ageTries(database, 20);
    expect(reason(await guess("2001:db8:1:2::2"))).toBe("wrong");
    expect(reason(await attempt({ client: "2001:db8:1:2:ffff::1" }))).toBe("paused");
    expect(reason(await attempt({ client: "2001:db8:1:3::1" }))).toBe("in");
  });

  it("lets a remembered device in at once during any guesses", async () => {
    await guess(own);
    await tried(10_000, 25);
    expect(reason(await attempt())).toBe("paused");
    expect(reason(await attempt({ device }))).toBe("in");
    expect(reason(await attempt({ email: "other@example.com", device }))).toBe("paused");
  });

  it("gives a remembered device a budget of its own, and no more", async () => {
    await guess(own, { device });
    await tried(50, 800);
    expect(await database.query("SELECT 1 FROM sign_in_failure")).toHaveLength(1);
    // From there on it counts as an unknown device, which may still sign in.
    expect(reason(await attempt({ device }))).toBe("in");
    await guess(own, { device });
    await ageTries(database, 20);
    // One within the budget of the device, and one as an unknown device.
    for (let n = 0; n < 2; n += 1) expect(reason(await guess(own, { device }))).toBe("wrong");
    expect(reason(await attempt({ device }))).toBe("paused");
  });

  it("keeps guesses from everywhere slow, and the pause short", async () => {
    for (let n = 0; n < 3; n += 1) await guess(`203.0.113.${n}`);
    const [account] = await database.query<{ bucket: string }>(
      "SELECT bucket FROM sign_in_failure WHERE count = 3",
    );
    await database.query(
      "UPDATE sign_in_failure SET count = 500, until = now() - interval '1 second' WHERE bucket = $1",
      [account?.bucket],
    );
    expect(reason(await guess("203.0.113.200"))).toBe("wrong");
    const paused = await attempt({ client: "203.0.113.201" });
    expect(paused).toEqual({
      ok: false,
      reason: "paused",
      seconds: expect.toSatisfy((seconds: number) => seconds <= 30),
    });
  });

  it("answers an unknown address, a disabled member and odd spellings as a wrong password", async () => {
    await database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [other]);
    const odd = [
      "nobody@example.com",
      "other@example.com",
      "owner@example.com\u0000",
      "\u0000",
      "\ud800@x",
      "",
      "a".repeat(100_000),
      "' OR 1=1 --",
      "[object Object]",
    ];
    let client = 0;
    for (const email of odd)
      expect([
        email.slice(0, 20),
        reason(await attempt({ email, client: `203.0.113.${(client += 1)}` })),
      ]).toEqual([email.slice(0, 20), "wrong"]);
    expect(reason(await attempt({ password: "x".repeat(100_000) }))).toBe("wrong");
    expect(reason(await attempt({ email: " OWNER@example.com " }))).toBe("in");
  });

  it("gives a visitor no more than a number when the database is unavailable", async () => {
    expectLogged(/^a sign-in was not answered as it should: Error: connect ECONNREFUSED/);
    const whole = current();
    const away = () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3:5432"));
    setDatabase({
      ...whole,
      query: away,
      transaction: away,
      prisma: { member: { findUnique: away } } as never,
    });
    try {
      const result = await attempt();
      expect(result).toEqual({
        ok: false,
        reason: "unavailable",
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(result.ok ? "" : refusalCode(result)).toMatch(/^unavailable:[0-9a-f-]{36}$/);
    } finally {
      setDatabase(whole);
    }
  });

  describe("a session", () => {
    const begin = async (epoch = 0) => ({
      memberId: owner,
      sessionId: await beginSession(owner, epoch),
    });
    const lives = async (session: { memberId: string; sessionId: string }, use = false) =>
      (await memberOfSession(session, use)) !== undefined;
    const age = (
      column: "seen_at" | "signed_in_at",
      span: string,
      { sessionId }: { sessionId: string },
    ) =>
      database.query(`UPDATE session SET ${column} = now() - interval '${span}' WHERE id = $1`, [
        sessionId,
      ]);

    it("is its member's until it ends, and ends alone", async () => {
      const [session, otherSession] = [await begin(), await begin()];
      expect(await memberOfSession(session, true)).toEqual({
        kind: "member",
        sessionId: session.sessionId,
        id: owner,
        email: "owner@example.com",
        name: "Somebody",
        installationOwner: true,
        services: {},
      });
      expect(await lives({ ...session, memberId: other })).toBe(false);
      await endSession(session);
      expect([await lives(session), await lives(otherSession)]).toEqual([false, true]);
    });

    it("ends after 12 hours without use, and after 7 days with", async () => {
      const session = await begin();
      await age("seen_at", "11 hours 59 minutes", session);
      expect(await lives(session)).toBe(true);
      await age("seen_at", "12 hours 1 second", session);
      expect(await lives(session, true)).toBe(false);
      await age("seen_at", "11 hours", session);
      expect(await lives(session, true)).toBe(true);
      await age("signed_in_at", "6 days 23 hours 59 minutes", session);
      expect(await lives(session, true)).toBe(true);
      await age("signed_in_at", "7 days 1 second", session);
      expect(await lives(session, true)).toBe(false);
    });

    it("stays active by requests of the member, not by streams", async () => {
      const session = await begin();
      const hours = async () => {
        const [row] = await database.query<{ hours: number }>(
          "SELECT round(extract(epoch FROM now() - seen_at) / 3600)::int AS hours FROM session WHERE id = $1",
          [session.sessionId],
        );
        return row?.hours;
      };
      await age("seen_at", "6 hours", session);
      await lives(session, false);
      expect(await hours()).toBe(6);
      await lives(session, true);
      expect(await hours()).toBe(0);
    });

    it("ends everywhere at once, and no device is remembered afterwards", async () => {
      const sessions = [await begin(), await begin()];
      await database.transaction((tx) => endSessionsOf(tx, owner));
      for (const session of sessions) expect(await lives(session)).toBe(false);
      // A sign-in whose password was checked before.
      expect(await lives(await begin(0))).toBe(false);
      expect(await lives(await begin(1))).toBe(true);
      expect([knows(device, owner, 0), knows(device, owner, 1)]).toEqual([true, false]);
    });

    it("ends with its member, at once", async () => {
      const session = await begin();
      await database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [owner]);
      expect(await lives(session)).toBe(false);
    });

    it("takes the place of the one used least lately when there are fifty, and of those that ran out", async () => {
      await database.query("DELETE FROM session");
      const first = await begin();
      await age("seen_at", "1 hour", first);
      for (let n = 0; n < 50; n += 1) await begin();
      expect(await lives(first)).toBe(false);
      expect(await database.query("SELECT 1 FROM session")).toHaveLength(50);
      await database.query("UPDATE session SET seen_at = now() - interval '13 hours'");
      await begin();
      expect(await database.query("SELECT 1 FROM session")).toHaveLength(1);
    });

    it.each(["", "x", "' OR true --", "00000000-0000-4000-8000-00000000000", "\u0000"])(
      "is not named by %j",
      async (id) =>
        expect(await memberOfSession({ memberId: id, sessionId: id }, true)).toBeUndefined(),
    );
  });
});

describe("a device cookie", () => {
  const cookie = async (members: [string, number][]) => {
    let device: KnownDevice | undefined;
    let header = "";
    for (const [id, epoch] of members) {
      header = await rememberDevice(device, id, epoch);
      device = await deviceOf(header.split(";", 1)[0] ?? "");
    }
    return { device, header };
  };

  it("is for this site, for no script, and for half a year", async () => {
    const { header } = await cookie([[owner, 0]]);
    expect(header).toMatch(
      /^clarion\.device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
  });

  it("knows up to five members by the epoch of their last sign-in", async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `00000000-0000-4000-8000-00000000001${n}`);
    const { device } = await cookie([
      ...ids.map((id): [string, number] => [id, 0]),
      [ids[5] ?? "", 1],
    ]);
    expect(device?.members).toEqual([...ids.slice(1, 5).map((id) => [id, 0]), [ids[5], 1]]);
  });

  it("that was forged or changed is none", async () => {
    const { header } = await cookie([[owner, 0]]);
    const value = header.split(";", 1)[0] ?? "";
    expect(await deviceOf(value)).toBeDefined();
    const [head = "", body = "", mark = ""] = value.split(".").slice(1);
    const claims = Buffer.from(JSON.stringify({ jti: owner, members: [[other, 0]] })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const name = cookieName("device");
    for (const forged of [
      "",
      "x",
      `${head}.${claims}.${mark}`,
      `${none}.${body}.`,
      `${body}.${mark}`,
      "a".repeat(5_000),
      "%E0%A4%A",
    ])
      expect([forged, await deviceOf(`${name}=${forged}`)]).toEqual([forged, undefined]);
  });
});
