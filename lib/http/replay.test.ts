import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashServiceKey } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { oldClientKey, openInterface, testOldClient, type TestInterface } from "./testing";

let database: Database;
let served: TestInterface;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await openInterface(database);
  await testOldClient(database);
}, 120_000);
afterAll(() => served.close(), 60_000);

describe("POST /resources/v1/updates/replay", () => {
  const ask = (body: unknown, headers: Record<string, string> = { key: served.key }) =>
    fetch(`${served.origin}/resources/v1/updates/replay`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });

  it("takes ids, a transid or a time span of the service's own, and nothing else", async () => {
    const transid = "00000000-0000-7000-8000-000000000000";
    for (const body of [
      { transid },
      { ids: [transid] },
      { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00+05:30" },
    ]) {
      const answer = await ask(body);
      expect([answer.status, await answer.json()]).toEqual([200, { replayed: 0 }]);
    }
    for (const body of [
      {},
      [],
      null,
      { ids: [] },
      { ids: ["x"] },
      { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" },
    ])
      expect([body, (await ask(body)).status]).toEqual([body, 400]);
    expect((await ask({ transid }, {})).status).toBe(401);
    expect((await fetch(`${served.origin}/resources/v1/updates/replay`)).status).toBe(405);
  });

  it("sends a parked update again, and not another service's", async () => {
    const answer = await fetch(`${served.origin}/resources/v1/messaging`, {
      method: "POST",
      headers: { key: served.key },
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "shop",
        destination: [{ userid: ["u"] }],
        channels: { push: { android: { text: "Hello" } } },
      }),
    });
    const accepted = (await answer.json()) as { response: [{ transid: string }] };
    const { transid } = accepted.response[0];
    const [update] = await database.query<{ id: string }>(
      `INSERT INTO "update" (id, service_id, message_id, delivery_id, kind, receiver, origin, url, body, state, created_at)
       VALUES (overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, $1, $2, gen_random_uuid(), 'submitted', 'notifyurl', 'https://a.example', 'https://a.example/', ''::bytea, 'parked', now()) RETURNING id`,
      [served.serviceId, transid],
    );
    const stranger = await ask({ transid }, { key: oldClientKey });
    expect(await stranger.json()).toEqual({ replayed: 0 });
    expect(await (await ask({ transid })).json()).toEqual({ replayed: 1 });
    const [row] = await database.query<{ state: string }>(
      `SELECT state FROM "update" WHERE id = $1`,
      [update?.id],
    );
    expect(row?.state).toBe("pending");
    const events = await database.query<{ address: string | null }>(
      "SELECT address FROM audit_event WHERE action = 'update.replay'",
    );
    expect(events).toEqual([{ address: "127.0.0.1" }]);
  });
});

describe("replays of many updates", () => {
  const key = `ck_${newId()}`;

  beforeAll(async () => {
    await database.query(
      "INSERT INTO service_key (id, service_id, name, prefix, hash, scopes) VALUES ($1, $2, 'k', 'ck_x', decode($3, 'hex'), '{status}')",
      [newId(), served.serviceId, Buffer.from(hashServiceKey(key)).toString("hex")],
    );
  }, 120_000);

  it("send 10,000 in one call, and say that there may be more", async () => {
    await database.query(
      `INSERT INTO "update" (id, service_id, message_id, delivery_id, kind, receiver, origin, url, body, state, created_at)
       SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, $1, overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, gen_random_uuid(), 'submitted', 'notifyurl', 'https://a.example', 'https://a.example/', ''::bytea, 'parked', '2026-01-01T12:00:00Z'
       FROM generate_series(1, 10300)`,
      [served.serviceId],
    );
    const body = JSON.stringify({ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" });
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n++)
      answers.push(
        await (
          await fetch(`${served.origin}/resources/v1/updates/replay`, {
            method: "POST",
            headers: { key },
            body,
          })
        ).json(),
      );
    expect(answers).toEqual([{ replayed: 10_000, more: true }, { replayed: 300 }, { replayed: 0 }]);
  });
});
