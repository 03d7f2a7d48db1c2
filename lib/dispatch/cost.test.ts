import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { openTestDatabase, rowsIn } from "@/lib/database/testing";
import { registerPushIds } from "@/lib/directory/device/register-push-ids";
import { claim } from "./queues";
import { record } from "./record";
import { openSandbox, type TestSandbox } from "./testing";

describe("what many deliveries cost", () => {
  let sandbox: TestSandbox;
  let appId = "";
  const token = () => ({ kind: "android" as const, pushid: randomBytes(80).toString("base64url") });
  const devices = Array.from({ length: 6_000 }, token);
  const count = 300;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
    [{ id: appId } = { id: "" }] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    for (let n = 0; n < devices.length; n += 1_000)
      await sandbox.database.transaction((tx) =>
        registerPushIds(tx, appId, devices.slice(n, n + 1_000)),
      );
    await sandbox.database.script("ANALYZE");
  }, 120_000);
  afterAll(() => sandbox.close());

  it("looks up some push ids without reading all devices of the app", async () => {
    const pushIds = [...devices.slice(0, 30), ...Array.from({ length: 30 }, token)];
    const register = async (sql: Sql) => {
      // As of the local server; by default PostgreSQL takes pages to be on a disk that turns.
      await sql.script("SET LOCAL random_page_cost = 1.1");
      await registerPushIds(sql, appId, pushIds);
    };
    expect(await rowsIn(sandbox.database, register)).toBeLessThan(60 * 10);
  });

  /** Deliveries of one message, due now. */
  const due = async () => {
    const { database } = sandbox;
    const messageId = newId();
    await database.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at) VALUES ($1, $1, $2, ''::bytea, ''::bytea, now())`,
      [messageId, appId],
    );
    await database.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, queued_at, updated_at)
       SELECT $1, gen_random_uuid(), $1, $2, n::text, 'ios', n::text, 'ios_pushid', n::text, now(), now(), now() FROM generate_series(1, $3::int) n`,
      [messageId, appId, count],
    );
    await database.script("ANALYZE");
    return messageId;
  };

  it("records outcomes in proportion to their number", async () => {
    const messageId = await due();
    const ids = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM delivery WHERE message_id = $1",
      [messageId],
    );
    const changes = ids.map(({ id: deliveryId }) => ({
      ...({
        messageId,
        deliveryId,
        to: "submitted",
        code: "7501",
        description: "Submitted",
        attempted: true,
      } as const),
      at: new Date(),
    }));
    expect(await rowsIn(sandbox.database, (sql) => record(sql, changes))).toBeLessThan(count * 20);
  });

  it("claims in proportion to what is claimed", async () => {
    await due();
    const queue = { appId, kind: "ios" as const, priority: 0, dueInMs: 0 };
    expect(await rowsIn(sandbox.database, (sql) => claim(sql, queue, newId(), count))).toBeLessThan(
      count * 20,
    );
  });
});
