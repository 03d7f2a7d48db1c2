import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "./id";
import type { Database, Sql } from "./sql";
import { StatementError } from "./statement-error";
import { brokenMember, memberRow, openTestDatabase } from "./testing";

describe("Prisma Client", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.script("DELETE FROM member"));

  const names = async (sql: Sql = database) =>
    (await sql.query<{ name: string }>("SELECT name FROM member ORDER BY name")).map(
      ({ name }) => name,
    );

  it("runs a nested write whole", async () => {
    const { sessions } = await database.transaction((tx) =>
      tx.prisma.member.create({
        data: {
          ...memberRow("nested"),
          sessions: {
            create: [
              { id: newId(), epoch: 0 },
              { id: newId(), epoch: 0 },
            ],
          },
        },
        include: { sessions: true },
      }),
    );
    expect(sessions).toHaveLength(2);
    expect(await database.prisma.session.count()).toBe(2);
  });

  it("leaves nothing of a nested write that fails, and the transaction goes on", async () => {
    const connected = { data: { ...memberRow("lost"), sessions: { connect: { id: newId() } } } };
    await database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: memberRow("earlier") });
      await expect(tx.prisma.member.create(brokenMember("half"))).rejects.toMatchObject({
        code: "23505",
      });
      // No statement fails here: there is no such session.
      await expect(tx.prisma.member.create(connected)).rejects.toBeInstanceOf(StatementError);
      expect(await names(tx)).toEqual(["earlier"]);
      await tx.prisma.member.create({ data: memberRow("later") });
    });
    expect(await names()).toEqual(["earlier", "later"]);
  });

  it("leaves nothing of one that fails outside of a transaction", async () => {
    await expect(database.prisma.member.create(brokenMember("half"))).rejects.toMatchObject({
      code: "23505",
    });
    await database.prisma.member.create({
      data: { ...memberRow("whole"), sessions: { create: { id: newId(), epoch: 0 } } },
    });
    expect(await names()).toEqual(["whole"]);
  });

  it("undoes with a nested write nothing that goes on at the same time", async () => {
    await database.transaction(async (tx) => {
      const insert = (name: string) =>
        tx.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $2, '')", [
          newId(),
          name,
        ]);
      const outcomes = await Promise.allSettled([
        insert("raw before"),
        tx.prisma.member.create({ data: memberRow("before") }),
        tx.prisma.member.create(brokenMember("half")),
        insert("raw between"),
        tx.prisma.member.create(brokenMember("another half")),
        tx.prisma.member.create({ data: memberRow("after") }),
        insert("raw after"),
      ]);
      expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
        true,
        true,
        false,
        true,
        false,
        true,
        true,
      ]);
    });
    expect(await names()).toEqual(["after", "before", "raw after", "raw before", "raw between"]);
  });

  it("commits nothing by halves of a call that was not awaited", async () => {
    let forgotten: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await database.transaction(async (tx) => {
      const write = (n: number) =>
        tx.prisma.member.create({
          data: {
            ...memberRow(`forgotten ${n}`),
            sessions: {
              create: [
                { id: newId(), epoch: 0 },
                { id: newId(), epoch: 0 },
              ],
            },
          },
        });
      await tx.prisma.member.count();
      forgotten = Promise.allSettled([1, 2, 3].map(write));
      await setImmediate();
    });
    const done = ((await forgotten) ?? []).flatMap(({ status }, n) =>
      status === "fulfilled" ? [`forgotten ${n + 1}`] : [],
    );
    expect(await names()).toEqual(done);
    expect(await database.prisma.session.count()).toBe(2 * done.length);
  });
});
