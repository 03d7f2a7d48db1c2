import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { tidyUp } from "./tidy-up";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("requests and responses of attempts", () => {
  let sql: Database;
  const updateId = newId();

  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(() => sql.close());

  it("are cleared after 30 days, and the attempts stay", async () => {
    // More than one batch.
    await sql.query(
      `INSERT INTO update_attempt (update_id, id, at, duration_ms, status, exchange)
       SELECT $1, overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, now() - make_interval(days => CASE WHEN n <= 200 THEN 31 ELSE 29 END), 1, 200, '{}' FROM generate_series(1, 250) n`,
      [updateId],
    );
    await tidyUp();
    const [counted] = await sql.query<{ all: number; withExchange: number; young: number }>(
      `SELECT count(*)::int AS all, count(exchange)::int AS "withExchange", (count(*) FILTER (WHERE at > now() - interval '30 days'))::int AS young
       FROM update_attempt WHERE update_id = $1`,
      [updateId],
    );
    expect(counted).toEqual({ all: 250, withExchange: 50, young: 50 });
  });

  it("are found in an index, however many attempts there are", async () => {
    await sql.query(
      `INSERT INTO update_attempt (update_id, id, at, duration_ms, status) SELECT $1, overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, now() - interval '40 days', 1, 200 FROM generate_series(1, 20000)`,
      [updateId],
    );
    await sql.query("ANALYZE update_attempt", []);
    const plan = await sql.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT id FROM update_attempt WHERE exchange IS NOT NULL AND at < now() - interval '30 days' ORDER BY at LIMIT 1000 FOR UPDATE SKIP LOCKED`,
      [],
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/update_attempt_\w*exchange/);
  });
});
