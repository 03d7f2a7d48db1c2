import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedError, unlessTaken } from "@/lib/verb/errors";
import { newId } from "./id";
import type { Database, PrismaModels, Sql } from "./sql";
import { StatementError } from "./statement-error";
import { brokenMember, memberRow, openTestDatabase } from "./testing";

const failing = new Error("stop");

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

  it("works on the caller's transaction, together with raw statements", async () => {
    const undone = database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: memberRow("prisma") });
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
      await tx.prisma.member.create({ data: memberRow("prisma") });
    });
    expect(await names()).toEqual(["prisma"]);
  });

  it("hides what is not committed from others", async () => {
    let outside: number | undefined;
    await database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: memberRow("new") });
      outside = await database.prisma.member.count();
      await tx.prisma.member.create({ data: memberRow("newer") });
    });
    expect(outside).toBe(0);
    expect(await database.prisma.member.count()).toBe(2);
  });

  it("asks in each place for itself, however alike the questions of one moment are", async () => {
    const { id } = await database.prisma.member.create({ data: memberRow("before") });
    const ask = async (prisma: PrismaModels) =>
      (await prisma.member.findUnique({ where: { id }, select: { name: true } }))?.name;
    let outside: string | undefined;
    await database.transaction(async (tx) => {
      await tx.prisma.member.update({ where: { id }, data: { name: "meanwhile" } });
      const pendingName = ask(database.prisma);
      expect(await Promise.all([ask(tx.prisma), ask(tx.prisma)])).toEqual([
        "meanwhile",
        "meanwhile",
      ]);
      outside = await pendingName;
      await tx.prisma.member.update({ where: { id }, data: { name: "after" } });
    });
    expect(outside).toBe("before");
  });

  it("asks in each of many transactions for itself", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => memberRow(`member ${n}`));
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

  it("ends the transaction by any other statement that fails, and is refused as a raw one is", async () => {
    const one = memberRow("one");
    await database.prisma.member.create({ data: one });
    const duplicate = database.transaction((tx) =>
      unlessTaken(
        tx.prisma.member.create({ data: { ...one, id: newId() } }),
        "It is taken.",
        "/email",
      ),
    );
    await expect(duplicate).rejects.toBeInstanceOf(RefusedError);
    const swallowed = database.transaction(async (tx) => {
      await tx.prisma.member.create({ data: memberRow("two") });
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
      await tx.prisma.member.create({ data: memberRow("after") });
    });
    expect(await names()).toEqual(["after"]);
  });

  it("runs nothing once the transaction has ended, neither there nor anywhere else", async () => {
    let endedTx: Sql | undefined;
    let unused: Sql | undefined;
    let forgotten: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      endedTx = tx;
      await tx.prisma.member.count();
    });
    await expect(endedTx?.prisma.member.create({ data: memberRow("late") })).rejects.toThrow(
      "has ended",
    );
    await expect(endedTx?.prisma.member.create(brokenMember("late"))).rejects.toThrow("has ended");
    await expect(endedTx?.query("SELECT 1")).rejects.toThrow("has ended");
    await database.transaction(async (tx) => void (unused = tx));
    await expect(unused?.prisma.member.count()).rejects.toThrow("has ended");
    const undone = database.transaction(async (tx) => {
      await tx.prisma.member.count();
      forgotten = Promise.allSettled(
        [1, 2, 3].map((n) => tx.prisma.member.create(brokenMember(`forgotten ${n}`))),
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

  it("serves as many transactions at once as want to, each of several statements", async () => {
    const done = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        database.transaction(async (tx) => {
          const { id } = await tx.prisma.member.create({
            data: memberRow(`n${n}`),
            select: { id: true },
          });
          await tx.query("UPDATE member SET session_epoch = $2 WHERE id = $1", [id, n]);
          await expect(tx.prisma.member.create(brokenMember(`half ${n}`))).rejects.toBeInstanceOf(
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
    const { id, ...rest } = memberRow("timed");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000_000_000 });
    try {
      await database.transaction(async (tx) => {
        await tx.prisma.member.create({ data: { id, ...rest } });
        const [row] = await tx.query(
          "SELECT created_at = now()::timestamptz(3) AS now FROM member WHERE id = $1",
          [id],
        );
        expect(row).toEqual({ now: true });
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
