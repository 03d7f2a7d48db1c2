import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { erasePerson } from "./erase";
import { foundAnywhere, personEverywhere } from "./testing";

describe("the removal of a person's data, while updates are sent before they are stored", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it("waits for them, and goes on with the same receipt", async () => {
    const stored = await personEverywhere(database, "updated-1");
    const input = { serviceId: stored.service, userid: "updated-1", confirmation: "updated-1" };
    const erase = async () => {
      for (;;) {
        const erased = await erasePerson({ actor: testOwner() }, input);
        if (erased.done || erased.waiting !== null) return erased;
      }
    };
    await database.query(
      `INSERT INTO update_slice (id, message_ids, updates, next_at, lease_token, created_at)
       VALUES ($1, ARRAY[$2::uuid], '[]', now() + interval '1 minute', $1, now())`,
      [newId(), stored.own],
    );
    const first = await erase();
    expect(first).toMatchObject({ done: false, waiting: { messages: 1, campaigns: 0 } });
    const left = await database.query(
      "SELECT 1 FROM delivery WHERE message_id = $1 AND destination <> 'erased'",
      [stored.own],
    );
    expect(left.length).toBeGreaterThan(0);
    await database.query("DELETE FROM update_slice", []);
    expect(await erase()).toMatchObject({ id: first.id, done: true });
    expect(await foundAnywhere(database, stored.traces)).toEqual([]);
  });
});
