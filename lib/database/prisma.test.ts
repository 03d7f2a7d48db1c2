import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedError } from "@/lib/verb/errors";
import { unlessTaken } from "@/lib/verb/unless-taken";
import { newId } from "./id";
import type { Database, PrismaModels, Sql } from "./sql";
import { StatementError } from "./statement-error";
import { openTestDatabase } from "./testing";

const row = (name: string) => ({
  id: newId(),
  email: `${name}@example.com`,
  name,
  passwordHash: "hash",
});
const failing = new Error("stop");

/** A member and two sessions, of which the second cannot be. */
const halfWritten = (name: string) => {
  const session = { id: newId(), epoch: 0 };
  return { data: { ...row(name), sessions: { create: [session, session] } } };
};

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
  const nothingGoes = (sql: Sql) =>
    expect(sql.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });

  it("writes and reads on the caller's transaction, together with raw statements, and is rolled back with them", async () => {
    const undone = database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: row("prisma") });
      await tx.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'raw@example.com', 'raw', '')",
        [newId()],
      );
      expect(await names(tx)).toEqual(["prisma", "raw"]);
      expect(
        (await tx.prisma.member.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name),
      ).toEqual(["prisma", "raw"]);
      throw failing;
    });
    await expect(undone).rejects.toBe(failing);
    expect(await names()).toEqual([]);
    await database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: row("prisma") });
    });
    expect(await names()).toEqual(["prisma"]);
  });

  it("hides what is not committed from others", async () => {
    let outside: number | undefined;
    await database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: row("new") });
      outside = await database.prisma.member.count();
      await tx.prisma.member.create({ data: row("newer") });
    });
    expect(outside).toBe(0);
    expect(await database.prisma.member.count()).toBe(2);
  });

  it("asks in each place for itself, however alike the questions of one moment are", async () => {
    const { id } = await database.prisma.member.create({ data: row("before") });
    const ask = async (prisma: PrismaModels) =>
      (await prisma.member.findUnique({ where: { id }, select: { name: true } }))?.name;
    let outside: string | undefined;
    await database.transaction(async (tx) => {
      await tx.prisma.member.update({ where: { id }, data: { name: "meanwhile" } });
      const asked = ask(database.prisma);
      expect(await Promise.all([ask(tx.prisma), ask(tx.prisma)])).toEqual([
        "meanwhile",
        "meanwhile",
      ]);
      outside = await asked;
      await tx.prisma.member.update({ where: { id }, data: { name: "after" } });
    });
    expect(outside).toBe("before");
  });

  it("asks in each of many transactions for itself", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => row(`member ${n}`));
    await database.prisma.member.createMany({ data: rows });
    const seen = await Promise.all(
      rows.map(({ id }, n) =>
        database.transaction(async (tx) => {
          await tx.prisma.member.update({ where: { id }, data: { name: `changed ${n}` } });
          const all = await Promise.all(
            [id, rows[0]?.id ?? ""].map((one) =>
              tx.prisma.member.findUnique({ where: { id: one } }),
            ),
          );
          await setImmediate();
          return all[0]?.name;
        }),
      ),
    );
    expect(seen).toEqual(rows.map((_, n) => `changed ${n}`));
    expect(await names()).toEqual(rows.map((_, n) => `changed ${n}`).toSorted());
  });

  it("runs a nested write whole", async () => {
    const { sessions } = await database.transaction((tx) =>
      tx.prisma.member.create({
        data: {
          ...row("nested"),
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
    const connected = { data: { ...row("lost"), sessions: { connect: { id: newId() } } } };
    await database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: row("earlier") });
      await expect(tx.prisma.member.create(halfWritten("half"))).rejects.toMatchObject({
        code: "23505",
      });
      // No statement fails here: there is no such session.
      await expect(tx.prisma.member.create(connected)).rejects.toBeInstanceOf(StatementError);
      expect(await names(tx)).toEqual(["earlier"]);
      await tx.prisma.member.create({ data: row("later") });
    });
    expect(await names()).toEqual(["earlier", "later"]);
  });

  it("leaves nothing of one that fails outside of a transaction", async () => {
    await expect(database.prisma.member.create(halfWritten("half"))).rejects.toMatchObject({
      code: "23505",
    });
    await database.prisma.member.create({
      data: { ...row("whole"), sessions: { create: { id: newId(), epoch: 0 } } },
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
        tx.prisma.member.create({ data: row("before") }),
        tx.prisma.member.create(halfWritten("half")),
        insert("raw between"),
        tx.prisma.member.create(halfWritten("another half")),
        tx.prisma.member.create({ data: row("after") }),
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

  it("ends the transaction by any other statement that fails, and is refused as a raw one is", async () => {
    const one = row("one");
    await database.prisma.member.create({ data: one });
    const taken = database.transaction((tx) =>
      unlessTaken(
        tx.prisma.member.create({ data: { ...one, id: newId() } }),
        "It is taken.",
        "/email",
      ),
    );
    await expect(taken).rejects.toBeInstanceOf(RefusedError);
    const swallowed = database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: row("two") });
      await expect(
        tx.prisma.member.create({ data: { ...one, id: newId() } }),
      ).rejects.toMatchObject({ code: "23505" });
      await nothingGoes(tx);
      await expect(tx.prisma.member.count()).rejects.toMatchObject({ code: "25P02" });
      throw failing;
    });
    await expect(swallowed).rejects.toBe(failing);
    expect(await names()).toEqual(["one"]);
  });

  it("goes on after what is wrong without a statement that failed", async () => {
    await database.transaction(async (tx) => {
      await expect(
        tx.prisma.member.update({ where: { id: newId() }, data: { name: "x" } }),
      ).rejects.toMatchObject({ code: "P2025" });
      await expect(tx.prisma.member.findUnique({ where: {} as never })).rejects.toBeInstanceOf(
        StatementError,
      );
      await tx.prisma.member.create({ data: row("after") });
    });
    expect(await names()).toEqual(["after"]);
  });

  it("runs nothing once the transaction has ended, neither there nor anywhere else", async () => {
    let kept: Sql | undefined;
    let unused: Sql | undefined;
    let forgotten: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      kept = tx;
      await tx.prisma.member.count();
    });
    await expect(kept?.prisma.member.create({ data: row("late") })).rejects.toThrow("has ended");
    await expect(kept?.prisma.member.create(halfWritten("late"))).rejects.toThrow("has ended");
    await expect(kept?.query("SELECT 1")).rejects.toThrow("has ended");
    await database.transaction(async (tx) => void (unused = tx));
    await expect(unused?.prisma.member.count()).rejects.toThrow("has ended");
    const undone = database.transaction(async (tx) => {
      await tx.prisma.member.count();
      forgotten = Promise.allSettled(
        [1, 2, 3].map((n) => tx.prisma.member.create(halfWritten(`forgotten ${n}`))),
      );
      throw failing;
    });
    await expect(undone).rejects.toBe(failing);
    expect(await forgotten).toMatchObject([
      { status: "rejected" },
      { status: "rejected" },
      { status: "rejected" },
    ]);
    expect(await names()).toEqual([]);
  });

  it("commits nothing by halves of a call that was not awaited", async () => {
    let forgotten: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await database.transaction(async (tx) => {
      const write = (n: number) =>
        tx.prisma.member.create({
          data: {
            ...row(`forgotten ${n}`),
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

  it("serves as many transactions at once as want to, each of several statements", async () => {
    const done = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        database.transaction(async (tx) => {
          const { id } = await tx.prisma.member.create({
            data: row(`n${n}`),
            select: { id: true },
          });
          await tx.query("UPDATE member SET session_epoch = $2 WHERE id = $1", [id, n]);
          await expect(tx.prisma.member.create(halfWritten(`half ${n}`))).rejects.toBeInstanceOf(
            StatementError,
          );
          return tx.prisma.member.update({
            where: { id },
            data: { name: `m${n}` },
            select: { sessionEpoch: true },
          });
        }),
      ),
    );
    expect(done.map(({ sessionEpoch }) => sessionEpoch)).toEqual(done.map((_, n) => n));
    expect(await names()).toEqual(done.map((_, n) => `m${n}`).toSorted());
  });

  it("gives the times, bytes, lists and numbers that raw statements give", async () => {
    const hash = Uint8Array.from([0, 127, 128, 255]);
    const serviceId = newId();
    await database.transaction(async (tx) => {
      await tx.prisma.service.create({
        data: { id: serviceId, name: "S", ipAllow: ['"', "{a,b}", ""] },
      });
      const expiresAt = new Date("2031-02-03T04:05:06.789Z");
      const { id } = await tx.prisma.serviceKey.create({
        data: { id: newId(), serviceId, name: "K", prefix: "p", hash, expiresAt },
      });
      const read = await tx.prisma.serviceKey.findUnique({
        where: { hash },
        select: { hash: true, expiresAt: true, createdAt: true, scopes: true },
      });
      const [raw] = await tx.query(
        `SELECT hash, expires_at AS "expiresAt", created_at AS "createdAt", scopes FROM service_key WHERE id = $1`,
        [id],
      );
      expect({ ...read, hash: [...(read?.hash ?? [])] }).toEqual({
        ...(raw as object),
        hash: [...hash],
      });
      expect(read?.expiresAt).toEqual(expiresAt);
    });
    expect(
      (await database.prisma.service.findUnique({ where: { id: serviceId } }))?.ipAllow,
    ).toEqual(['"', "{a,b}", ""]);
  });

  it("has the database say when a row was created, for any clock of this process", async () => {
    const { id, ...rest } = row("timed");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000_000_000 });
    try {
      await database.transaction(async (tx) => {
        await tx.prisma.member.create({ data: { id, ...rest } });
        const [made] = await tx.query(
          "SELECT created_at = now()::timestamptz(3) AS now FROM member WHERE id = $1",
          [id],
        );
        expect(made).toEqual({ now: true });
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
