import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { renameSelf } from "./change-self";

describe("verbs that write by Prisma Client", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("are done two hundred at once, each whole", async () => {
    const people = Array.from({ length: 200 }, (_, n) => ({
      actor: { ...testMember({}), id: newId() },
      name: `Person ${n}`,
    }));
    for (const { actor, name } of people)
      await database.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'before', '')",
        [actor.id, name],
      );
    await Promise.all(people.map(({ actor, name }) => renameSelf({ actor }, { name })));
    const rows = await database.query("SELECT id, name FROM member ORDER BY id");
    expect(rows).toEqual(people.map(({ actor, name }) => ({ id: actor.id, name })));
    const events = await eventsOf(database, null, "self.rename");
    expect(new Map(events.map(({ actorId, snapshot }) => [actorId, snapshot]))).toEqual(
      new Map(
        people.map(({ actor, name }) => [
          actor.id,
          { before: { name: "before" }, after: { name } },
        ]),
      ),
    );
    expect(events).toHaveLength(200);
  });
});
