import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { listUpcoming } from "./upcoming";

describe("campaigns that go out next", () => {
  let sql: Database;
  let serviceId: string;
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("are the soonest of all, whichever changed last", async () => {
    // The further away its time, the later it changed.
    await sql.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, starts_at, updated_at)
       SELECT gen_random_uuid(), $1, $1, 'In ' || n || ' hours', '{}', 'scheduled', now() + n * interval '1 hour', now() + n * interval '1 second'
       FROM generate_series(1, 60) n`,
      [serviceId],
    );
    await sql.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, starts_at, updated_at)
       VALUES ($2, $1, $1, 'Draft again', '{}', 'draft', now(), now()), ($3, $1, $1, 'Held back', '{}', 'scheduled', now() - interval '1 hour', now())`,
      [serviceId, newId(), newId()],
    );
    await sql.query("UPDATE campaign SET stalled = 'It waits.' WHERE name = 'Held back'");
    const upcoming = await listUpcoming(
      { actor: testMember({ [serviceId]: { role: "viewer" } }) },
      { serviceId, limit: 3 },
    );
    expect(upcoming.map(({ name }) => name)).toEqual(["Held back", "In 1 hours", "In 2 hours"]);
    expect(upcoming[0]).toMatchObject({
      stalled: "It waits.",
      startsAt: expect.stringMatching(/Z$/) as string,
    });
  });
});
