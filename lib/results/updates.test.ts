import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { replayUpdates } from "@/lib/updates/replay";
import { testService, testWebhook } from "@/lib/updates/testing";
import { countParked, countParkedWithin, listUpdates } from "./list-updates";
import { readUpdate } from "./read-update";
import { mostLookedAt, updateEndpoints } from "./update-endpoints";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

interface UpdateOptions {
  state: string;
  receiver?: string;
  url?: string;
  attempts?: { status: number | null; error: string | null; ms: number }[];
}

describe("updates of a service", () => {
  let sql: Database;
  let serviceId: string;
  let as: { actor: ReturnType<typeof testMember> };
  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    serviceId = await testService(sql, { notifyurl: "https://own.example/n" });
    as = { actor: testMember({ [serviceId]: { role: "admin" } }) };
  });

  const make = async ({
    state,
    receiver = "notifyurl",
    url = "https://own.example/n",
    attempts = [],
  }: UpdateOptions) => {
    const [messageId, id] = [newId(), newId()];
    const last = attempts.at(-1);
    await sql.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, attempts, last_status, last_error, created_at)
       VALUES ($1, $2, $1, $3, 'read', $4, $5, $6, convert_to($7, 'UTF8'), $8, $9, $10, $11, now())`,
      [
        messageId,
        id,
        serviceId,
        receiver,
        url,
        new URL(url).origin,
        JSON.stringify({ pushId: "token", callbackData: "mine", deviceid: "phone", reply: "" }),
        state,
        attempts.length,
        last?.status ?? null,
        last?.error ?? null,
      ],
    );
    // One after the other.
    for (const [n, { status, error, ms }] of attempts.entries())
      await sql.query(
        "INSERT INTO update_attempt (update_id, id, at, duration_ms, status, error) VALUES ($1, $2, now() - make_interval(secs => $6), $3, $4, $5)",
        [id, newId(), ms, status, error, attempts.length - n],
      );
    return { transid: messageId, id };
  };
  const good = { status: 200, error: null, ms: 100 };
  const bad = { status: 500, error: "answered 500", ms: 900 };

  it("are counted by endpoint: accepted attempts, their duration, waiting and parked updates", async () => {
    const webhook = await testWebhook(sql, serviceId, "https://hook.example/now", ["read"]);
    const off = await testWebhook(sql, serviceId, "https://off.example/", ["read"]);
    await sql.query("UPDATE webhook SET disabled_at = now() WHERE id = $1", [off]);
    for (let n = 0; n < 3; n += 1) await make({ state: "sent", attempts: [good] });
    // Its address was another one.
    await make({
      state: "pending",
      receiver: webhook,
      url: "https://hook.example/before",
      attempts: [good, bad],
    });
    await make({ state: "pending", receiver: webhook, url: "https://hook.example/now" });
    await make({ state: "parked", url: "https://other.example/a?b=1" });
    await make({ state: "sent", url: "https://other.example/c", attempts: [{ ...good, ms: 300 }] });
    const { rows, cut } = await updateEndpoints(as, { serviceId });
    expect(cut).toBe(false);
    expect(rows).toMatchObject([
      {
        receiver: "notifyurl",
        origin: "https://own.example",
        what: "service",
        state: "delivering",
        attempts: 3,
        accepted: 3,
        medianMs: 100,
      },
      {
        receiver: webhook,
        url: "https://hook.example/now",
        what: "webhook",
        state: "retrying",
        attempts: 2,
        accepted: 1,
        waiting: 2,
        retrying: 1,
      },
      { receiver: off, what: "webhook", state: "off", attempts: 0, medianMs: null },
      {
        origin: "https://other.example",
        what: "requests",
        state: "delivering",
        attempts: 1,
        parked: 1,
        medianMs: 300,
        p95Ms: 300,
      },
    ]);
    await make({ state: "parked", receiver: newId() });
    const removed = (await updateEndpoints(as, { serviceId })).rows.filter(
      ({ what }) => what === "removed",
    );
    expect(removed).toMatchObject([{ state: "parked", parked: 1 }]);
  });

  it("are looked at as far as the figures say, however many there are", async () => {
    await sql.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
       SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, gen_random_uuid(), gen_random_uuid(), $1, 'read', 'notifyurl', 'https://own.example/n', 'https://own.example', ''::bytea, 'parked', now()
       FROM generate_series(1, ${mostLookedAt + 50})`,
      [serviceId],
    );
    const { rows, cut } = await updateEndpoints(as, { serviceId });
    expect(cut).toBe(true);
    expect(rows[0]?.parked).toBe(mostLookedAt);
    expect(
      await countParked(as, { serviceId, receiver: "notifyurl", origin: "https://own.example" }),
    ).toBe(mostLookedAt + 50);
  }, 60_000);

  it("are listed by state, kind and endpoint, newest first", async () => {
    const older = await make({ state: "parked", attempts: [bad] });
    const newer = await make({ state: "parked", url: "https://other.example/" });
    const waiting = await make({ state: "pending" });
    const tried = await make({ state: "pending", attempts: [bad] });
    const ids = async (filter: Omit<Parameters<typeof listUpdates>[1], "serviceId">) =>
      (await listUpdates(as, { serviceId, ...filter })).rows.map(({ id }) => id);
    expect(await ids({ state: "parked" })).toEqual([newer.id, older.id]);
    expect(await ids({ state: "waiting" })).toEqual([waiting.id]);
    expect(await ids({ state: "retrying" })).toEqual([tried.id]);
    expect(
      await ids({ state: "parked", origin: "https://other.example", receiver: "notifyurl" }),
    ).toEqual([newer.id]);
    expect(await ids({ state: "parked", kind: "failed" })).toEqual([]);
    expect(await ids({ state: "parked", receiver: "a\u0000b" })).toEqual([]);
  });

  it("show each attempt, and what was sent to those alone who may read values", async () => {
    const { transid, id } = await make({
      state: "parked",
      attempts: [bad, { status: null, error: "no answer in time", ms: 10_000 }],
    });
    const response = {
      headers: [["content-type", "text/plain"]],
      body: "token is unknown",
      cut: false,
    };
    const exchange = {
      method: "POST",
      url: "https://own.example/n",
      headers: [["webhook-id", id]],
      response,
    };
    await sql.query(
      "UPDATE update_attempt SET exchange = $2 WHERE update_id = $1 AND status = 500",
      [id, JSON.stringify(exchange)],
    );
    const seen = await readUpdate(as, { transid, id });
    expect(seen.tries.map(({ status, error }) => [status, error])).toEqual([
      [null, "no answer in time"],
      [500, "answered 500"],
    ]);
    expect(JSON.parse(seen.body)).toEqual({
      pushId: "token",
      callbackData: "mine",
      deviceid: "phone",
      reply: "",
    });
    expect(seen.tries.map((one) => one.exchange)).toEqual([null, exchange]);
    const viewer = { actor: testMember({ [serviceId]: { role: "viewer" } }) };
    const masked = await readUpdate(viewer, { transid, id });
    expect(seen.tries.map(({ isOld }) => isOld)).toEqual([false, false]);
    expect(masked.masked).toBe(true);
    // A receiver may repeat what it was sent.
    expect(masked.tries[1]?.exchange).toEqual({
      ...exchange,
      response: { ...response, body: null },
    });
    expect(JSON.parse(masked.body)).toEqual({
      pushId: "••••••••",
      callbackData: "••••••••",
      deviceid: "phone",
      reply: "",
    });
  });

  it("are counted and sent again by the time span of their creation", async () => {
    const [before, first, second, after] = await Promise.all(
      ["09:59:59", "10:00:00", "10:59:59", "11:00:00"].map(async (time, n) => {
        const update = await make({
          state: "parked",
          ...(n === 2 && { url: "https://other.example/" }),
        });
        await sql.query(`UPDATE "update" SET created_at = $2 WHERE id = $1`, [
          update.id,
          `2026-03-01T${time}Z`,
        ]);
        return update;
      }),
    );
    await make({ state: "sent", attempts: [good] });
    const span = { serviceId, from: "2026-03-01T10:00:00Z", to: "2026-03-01T12:00:00+01:00" };
    expect(await countParkedWithin(as, span)).toBe(2);
    expect(await replayUpdates(as, { ...span, most: 1 })).toBe(1);
    expect(await countParkedWithin(as, span)).toBe(1);
    expect(await replayUpdates(as, span)).toBe(1);
    expect(await countParkedWithin(as, span)).toBe(0);
    for (const most of [0, 10_001, 1.5])
      await expect(replayUpdates(as, { ...span, most })).rejects.toThrow(/^(most: |One of )/);
    const states = await Promise.all(
      [before, first, second, after].map(async (one) => one && (await readUpdate(as, one)).state),
    );
    expect(states).toEqual(["parked", "waiting", "waiting", "parked"]);
    await expect(countParkedWithin(as, { ...span, to: span.from })).rejects.toMatchObject({
      problems: [{ pointer: "/to" }],
    });
    const viewer = { actor: testMember({ [serviceId]: { role: "viewer" } }) };
    await expect(countParkedWithin(viewer, span)).rejects.toThrow(
      "Only an admin or an owner can do this",
    );
  });

  it("are sent again: one, several, and all that are parked at an endpoint", async () => {
    const own = await make({ state: "parked", attempts: [bad] });
    const other = await make({ state: "parked", url: "https://other.example/" });
    const sent = await make({ state: "sent", attempts: [good] });
    expect(
      await countParked(as, { serviceId, receiver: "notifyurl", origin: "https://own.example" }),
    ).toBe(1);
    expect(
      await replayUpdates(as, { serviceId, receiver: "notifyurl", origin: "https://own.example" }),
    ).toBe(1);
    const state = async ({ transid, id }: { transid: string; id: string }) =>
      (await readUpdate(as, { transid, id })).state;
    expect(await Promise.all([own, other, sent].map(state))).toEqual(["waiting", "parked", "sent"]);
    expect(await replayUpdates(as, { serviceId, ids: [other.id, sent.id] })).toBe(2);
    expect(await Promise.all([own, other, sent].map(state))).toEqual([
      "waiting",
      "waiting",
      "waiting",
    ]);
    // What was tried stays on record.
    expect((await readUpdate(as, own)).tries).toHaveLength(1);
  });
});
