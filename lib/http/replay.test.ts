import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashServiceKey } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "./testing";

describe("replays of many updates", () => {
  let database: Database;
  let served: TestInterface;
  const key = `ck_${newId()}`;

  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
    await database.query(
      "INSERT INTO service_key (id, service_id, name, prefix, hash, scopes) VALUES ($1, $2, 'k', 'ck_x', decode($3, 'hex'), '{status}')",
      [newId(), served.serviceId, Buffer.from(hashServiceKey(key)).toString("hex")],
    );
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  it("send 10,000 in one call, and say that there may be more", async () => {
    await database.query(
      `INSERT INTO "update" (id, service_id, message_id, delivery_id, kind, receiver, origin, url, body, state, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'submitted', 'notifyurl', 'https://a.example', 'https://a.example/', ''::bytea, 'parked', '2026-01-01T12:00:00Z'
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
