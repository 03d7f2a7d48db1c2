import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { Actor } from "@/lib/policy/can";
import { assertCurrent, lastWriter } from "./assert-current";
import { writeEvent } from "./audit";

describe("the other writer of a conflict", () => {
  let database: Database;
  const serviceId = newId();
  const maya = testMember({});
  const action = "audience.remove" as const;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [serviceId]);
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
      [maya.id],
    );
  });
  afterAll(() => database.close());

  it.each<[by: string, actor: Actor]>([
    ["Maya", maya],
    ["Another member", testMember({})],
    ["A program", { kind: "serviceKey", serviceId, scopes: [] }],
  ])("is called %s", async (by, actor) => {
    const entity = newId();
    await writeEvent(database, {
      actor,
      action,
      serviceId,
      entity,
      payload: { name: "Spring" },
      address: null,
    });
    expect(await lastWriter(database, { actions: [action], serviceId, entity })).toEqual({
      by,
      at: expect.stringMatching(/^20.*Z$/) as string,
    });
    const stale = assertCurrent(database, {
      expected: 1,
      revision: 2,
      actions: [action],
      serviceId,
      entity,
      theirs: { name: "Theirs" },
    });
    await expect(stale).rejects.toMatchObject({
      conflict: { revision: 2, by, theirs: { name: "Theirs" } },
    });
  });

  it("is another member at an unknown time without an event", async () => {
    expect(await lastWriter(database, { actions: [action], serviceId, entity: newId() })).toEqual({
      by: "Another member",
      at: null,
    });
  });
});
