import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { firstIdAt, newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { listFailures } from "./failures";
import { fillRollups } from "./testing";

const dayMs = 86_400_000;

describe("failures of a service", () => {
  let sql: Database;
  let serviceId: string;
  const as = () => ({ actor: testMember({ [serviceId]: { role: "viewer" } }) });
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  /** A message of so many days ago, with deliveries of these states and descriptions. */
  async function send(
    daysAgo: number,
    deliveries: readonly (readonly [state: string, description: string])[],
    source = "api",
  ) {
    const at = Date.now() - daysAgo * dayMs;
    const transid = firstIdAt(at).slice(0, 14) + newId().slice(14);
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at, source) VALUES ($1, $2, $2, ''::bytea, ''::bytea, $3, $4)`,
      [transid, serviceId, new Date(at), source],
    );
    for (const [state, description] of deliveries) {
      const id = newId();
      await sql.query(
        `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, code, description, queued_at, updated_at)
         VALUES ($1, $2, $3, $3, $4, 'android', 'u', 'userid', 't', $5, '7404', $6, $7, $7)`,
        [transid, id, serviceId, id, state, description, new Date(at)],
      );
    }
    await fillRollups(sql);
    return transid;
  }

  it("are counted by reason over seven days, with the latest message of each, and without tests", async () => {
    expect(await listFailures(as(), { serviceId })).toEqual({
      reasons: [],
      deliveries: 0,
      cut: false,
    });
    await send(8, [["failed", "Suppressed"]]);
    const older = await send(3, [
      ["failed", "Suppressed"],
      ["expired", "Late"],
      ["delivered", "Delivered"],
      ["read", "Read"],
    ]);
    const newer = await send(1, [
      ["failed", "Suppressed"],
      ["queued", ""],
    ]);
    await send(1, [["failed", "Suppressed"]], "test");
    expect(await listFailures(as(), { serviceId })).toEqual({
      reasons: [
        { code: "7404", description: "Suppressed", count: 2, transid: newer },
        { code: "7404", description: "Late", count: 1, transid: older },
      ],
      deliveries: 6,
      cut: false,
    });
  });

  it("of odd providers are cut at the most frequent five hundred", async () => {
    await send(
      1,
      Array.from({ length: 510 }, (_, n) => ["failed", `Odd ${n}`] as const),
    );
    const { reasons, cut } = await listFailures(as(), { serviceId });
    expect(cut).toBe(true);
    expect(reasons).toHaveLength(500);
    expect(reasons[0]).toMatchObject({ description: "Suppressed", count: 2 });
  });
});
