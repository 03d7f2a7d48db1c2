import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { RefusedError } from "@/lib/verb/errors";
import { changeService } from "../service/change";
import { openService } from "../service/open";
import { changeRetention } from "./change";
import { openRetention } from "./open";
import { effectiveRetention } from "./stored";

describe("retention settings", () => {
  let sql: Database;
  const serviceId = newId();
  const owner = { actor: testOwner() };
  const admin = { actor: testMember({ [serviceId]: { role: "admin" } }) };
  const problems = async (refused: Promise<unknown>) => {
    const error: unknown = await refused.catch((reason: unknown) => reason);
    return (error as RefusedError).problems;
  };
  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Shop')", [serviceId]);
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("are 13 months, and 30 days for attempts, until an owner changes them, with an event", async () => {
    const initial = { keepMessages: 396, keepDeliveries: 396, keepAttempts: 30 };
    expect(await openRetention(owner, {})).toEqual({ revision: 0, ...initial });
    expect(await changeRetention(owner, initial)).toEqual({ revision: 0 });
    expect(await changeRetention(owner, { revision: 0, keepMessages: 800 })).toEqual({
      revision: 1,
    });
    expect(await openRetention(owner, {})).toEqual({
      revision: 1,
      keepMessages: 800,
      keepDeliveries: null,
      keepAttempts: null,
    });
    const [event] = await sql.query<{ snapshot: string }>(
      "SELECT snapshot FROM audit_event WHERE action = 'retention.change'",
    );
    expect(JSON.stringify(event)).toContain("800");
  });

  it("are refused where another owner was faster, and outside of their bounds", async () => {
    const [stale] = await problems(changeRetention(owner, { revision: 0, keepMessages: 5 }));
    expect(stale?.message).toContain("Another member saved this");
    for (const [name, value] of [
      ["keepMessages", 0],
      ["keepDeliveries", 36_501],
      ["keepAttempts", 1.5],
    ] as const) {
      const [problem] = await problems(changeRetention(owner, { [name]: value }));
      expect(problem?.pointer).toBe(`/${name}`);
    }
  });

  it("of a service are shorter than those of the installation", async () => {
    await changeRetention(owner, { keepMessages: 100, keepDeliveries: 50 });
    const [problem] = await problems(
      changeService(admin, { serviceId, part: "retention", keepDeliveries: 51 }),
    );
    expect(problem).toMatchObject({
      pointer: "/keepDeliveries",
      message: expect.stringContaining("takes at most 50") as string,
    });
    await changeService(admin, {
      serviceId,
      part: "retention",
      keepMessages: 100,
      keepAttempts: 9,
    });
    expect(await openService(admin, { serviceId })).toMatchObject({
      keepMessages: 100,
      keepDeliveries: null,
      keepAttempts: 9,
      installationKeeps: { keepMessages: 100, keepDeliveries: 50, keepAttempts: null },
    });
  });

  it("count together: the shorter of both, and nothing stays longer than its message", () => {
    const forEver = { keepMessages: null, keepDeliveries: null, keepAttempts: null };
    expect(effectiveRetention(forEver, forEver)).toEqual(forEver);
    expect(
      effectiveRetention(
        { keepMessages: 400, keepDeliveries: 300, keepAttempts: null },
        { keepMessages: 20, keepDeliveries: null, keepAttempts: 500 },
      ),
    ).toEqual({ keepMessages: 20, keepDeliveries: 20, keepAttempts: 20 });
  });
});
