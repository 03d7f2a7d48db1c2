import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { consumeRateLimit } from "./rate";

let sql: Database;
beforeAll(async () => {
  sql = await openTestDatabase();
}, 120_000);
afterAll(() => sql.close());

it("credits no time twice when a statement that began earlier gets the lock later", async () => {
  const service = { id: newId(), idsPerSecond: 10 };
  const readAt = async () => {
    const [row] = await sql.query<{ at: Date }>(
      "SELECT at FROM rate_bucket WHERE service_id = $1",
      [service.id],
    );
    return row?.at.getTime() ?? Number.NaN;
  };
  await sql.transaction(async (tx) => {
    // From here on, now() of this transaction stands still.
    await tx.query("SELECT pg_sleep(0.01)");
    expect(await consumeRateLimit(service, 20)).toBe(0);
    const [later] = [await readAt()];
    setDatabase({ ...sql, query: (text, values) => tx.query(text, values) });
    expect(await consumeRateLimit(service, 20)).toBeGreaterThan(0);
    setDatabase(sql);
    const [row] = await tx.query<{ at: Date }>("SELECT at FROM rate_bucket WHERE service_id = $1", [
      service.id,
    ]);
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(later);
  });
});

it("credits exactly the time that passes, however often it is called", async () => {
  const service = { id: newId(), idsPerSecond: 1_000_000 };
  const readBucket = async () => {
    const [row] = await sql.query<{ tokens: number; at: Date }>(
      "SELECT tokens, at FROM rate_bucket WHERE service_id = $1",
      [service.id],
    );
    return { tokens: row?.tokens ?? Number.NaN, at: row?.at.getTime() ?? Number.NaN };
  };
  expect(await consumeRateLimit(service, 2_000_000)).toBe(0);
  const before = await readBucket();
  // Several within each millisecond, and each refused: it is full after two seconds.
  const waits = await Promise.all(
    Array.from({ length: 50 }, () => consumeRateLimit(service, 2_000_000)),
  );
  expect(Math.min(...waits)).toBeGreaterThan(0);
  const after = await readBucket();
  expect(after.tokens).toBeCloseTo((after.at - before.at) * 1_000, 0);
});

it("consumes the tokens of a bucket and says how long to wait for more", async () => {
  const service = { id: newId(), idsPerSecond: 10 };
  expect(await consumeRateLimit(service, 15)).toBe(0);
  expect(await consumeRateLimit(service, 15)).toBe(1);
  expect(await consumeRateLimit(service, 5)).toBe(0);
  // More than a bucket passes only when it is full.
  expect(await consumeRateLimit(service, 1_000)).toBe(2);
  expect(await consumeRateLimit({ id: newId(), idsPerSecond: 10 }, 1_000)).toBe(0);
  expect(await consumeRateLimit({ id: newId(), idsPerSecond: null }, 1_000_000)).toBe(0);
});
