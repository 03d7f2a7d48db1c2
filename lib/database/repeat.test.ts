import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Sql } from "@/lib/database/sql";
import { StatementError } from "@/lib/database/statement-error";
import { asAdmin, lockWaited, openTestDatabase, urlOf } from "@/lib/database/testing";
import { isAway, isRolledBack, outlastRestart, repeatRolledBack } from "./repeat";
import { openServer } from "./server";

const failing = (...errors: unknown[]) => {
  let calls = 0;
  const run = () => {
    const error = errors[calls];
    calls += 1;
    return error === undefined ? Promise.resolve("done") : Promise.reject(error as Error);
  };
  return { run, calls: () => calls };
};
const statement = (code: string | undefined, message = "It failed.") =>
  new StatementError(message, code);

describe("what is repeated", () => {
  it.each(["40001", "40P01"])(
    "is a transaction that was rolled back for another: %s",
    async (code) => {
      const { run, calls } = failing(statement(code), statement(code));
      expect(await repeatRolledBack(run)).toBe("done");
      expect(calls()).toBe(3);
    },
  );

  it.each([
    statement("23505"),
    statement("57P01"),
    statement(undefined),
    new Error("A rule refused it."),
  ])("is nothing else: %s", async (error) => {
    const { run, calls } = failing(error);
    await expect(repeatRolledBack(run)).rejects.toBe(error);
    expect(calls()).toBe(1);
  });

  it("is not repeated more than four times", async () => {
    const { run, calls } = failing(...Array.from({ length: 9 }, () => statement("40P01")));
    await expect(repeatRolledBack(run)).rejects.toThrow("It failed.");
    expect(calls()).toBe(5);
  });

  it.each([
    "57P01",
    "57P03",
    "08006",
    "ECONNREFUSED",
    "53300",
    "25006",
    "25P03",
    "EAI_AGAIN",
    "P1001",
  ])("waits for a database that restarts: %s", async (code) => {
    const { run, calls } = failing(statement(code), statement(code));
    expect(await outlastRestart(run)).toBe("done");
    expect(calls()).toBe(3);
  });

  it("waits for a connection that ended without a code, for so long and no longer", async () => {
    const lost = statement(undefined, "Connection terminated unexpectedly");
    const { run } = failing(lost, statement("40P01"));
    expect(await outlastRestart(run)).toBe("done");
    await expect(outlastRestart(failing(lost).run, 0)).rejects.toBe(lost);
  });

  it("waits for no rule", async () => {
    const { run, calls } = failing(statement("23505"));
    await expect(outlastRestart(run)).rejects.toThrow("It failed.");
    expect(calls()).toBe(1);
  });
});

describe("transactions", () => {
  let sql: Database;
  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.query("INSERT INTO setting (name, value) VALUES ('one', ''), ('other', '')");
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  const lock = (tx: Sql, name: string) =>
    tx.query("UPDATE setting SET value = value || $2 WHERE name = $1", [name, "x"]);

  it("that wait for each other in a circle are both done in the end", async () => {
    let [oneHas, otherHas] = [() => undefined as void, () => undefined as void];
    const first = [
      new Promise<void>((resolve) => (oneHas = resolve)),
      new Promise<void>((resolve) => (otherHas = resolve)),
    ];
    let rolledBack = 0;
    let commit = () => undefined as void;
    const firstCommit = new Promise<void>((resolve) => (commit = resolve));
    const run = (mine: string, theirs: string, has: () => void) =>
      repeatRolledBack(async () => {
        // The repeated one could take its lock again before the other one gets it.
        if (rolledBack > 0) await firstCommit;
        try {
          await sql.transaction(async (tx) => {
            await lock(tx, mine);
            has();
            await Promise.all(first);
            await lock(tx, theirs);
          });
        } catch (error) {
          if (isRolledBack(error)) rolledBack += 1;
          throw error;
        }
      });
    await Promise.all(
      [run("one", "other", oneHas), run("other", "one", otherHas)].map((work) => work.then(commit)),
    );
    expect(rolledBack).toBe(1);
    expect(await sql.query("SELECT value FROM setting WHERE name IN ('one', 'other')")).toEqual([
      { value: "xx" },
      { value: "xx" },
    ]);
  });

  it("outlast a primary that became a standby and left its connections open", async () => {
    // oxlint-disable-next-line node/no-process-env -- the server that the whole run of tests shares
    const server = process.env["TEST_DATABASE_URL"] ?? "";
    const [row] = await sql.query<{ name: string }>("SELECT current_database() AS name");
    const name = row?.name ?? "";
    await asAdmin(server, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const before = await openServer(urlOf(server, name));
    try {
      // Of what begins now, only a new connection can write.
      await asAdmin(server, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await outlastRestart(() => before.transaction((tx) => lock(tx, "one")));
      await outlastRestart(() => lock(before, "one"));
      expect(await before.query("SHOW transaction_read_only")).toEqual([
        { transaction_read_only: "off" },
      ]);
    } finally {
      await before.close();
    }
  });

  it("end, with their locks, when their process does nothing for a while", async () => {
    await sql.transaction(async (tx) =>
      expect(await tx.query("SHOW idle_in_transaction_session_timeout")).toEqual([
        { idle_in_transaction_session_timeout: "20s" },
      ]),
    );
  });

  it("outlast connections that the server ends", async () => {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begun = () => undefined as void;
    const has = new Promise<void>((resolve) => (begun = resolve));
    const holder = sql.transaction(async (tx) => {
      await lock(tx, "one");
      begun();
      await released;
    });
    await has;
    const away: unknown[] = [];
    const waiting = outlastRestart(() =>
      sql
        .transaction((tx) => lock(tx, "one"))
        .catch((error: unknown) => {
          if (isAway(error)) away.push(error);
          throw error;
        }),
    );
    await lockWaited(sql);
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    await expect.poll(() => away.length).toBe(1);
    release();
    await Promise.all([holder, waiting]);
    expect(away).toHaveLength(1);
  });
});
