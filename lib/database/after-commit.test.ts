import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectLogged } from "@/lib/log/testing";
import { newId } from "./id";
import type { Database, Sql } from "./sql";
import { openTestDatabase } from "./testing";

const failing = new Error("stop");

describe("what follows a commit", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const insert = (sql: Sql, id: string) =>
    sql.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);

  it("runs in order once the transaction is committed", async () => {
    const ran: string[] = [];
    const row = await database.transaction(async (tx) => {
      tx.afterCommit(() => ran.push("first"));
      await insert(tx, newId());
      tx.afterCommit(() => ran.push("second"));
      expect(ran).toEqual([]);
      return "row";
    });
    expect(row).toBe("row");
    expect(ran).toEqual(["first", "second"]);
  });

  it("does not run after a rollback, nor where a statement failed and its error was ignored", async () => {
    const ran: string[] = [];
    const run = () => void ran.push("ran");
    const undone = database.transaction(async (tx) => {
      tx.afterCommit(run);
      throw failing;
    });
    await expect(undone).rejects.toBe(failing);
    const id = newId();
    const twice = database.transaction(async (tx) => {
      tx.afterCommit(run);
      await insert(tx, id);
      await insert(tx, id);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    const swallowed = database.transaction(async (tx) => {
      tx.afterCommit(run);
      await insert(tx, id);
      await expect(insert(tx, id)).rejects.toMatchObject({ code: "23505" });
    });
    await expect(swallowed).rejects.toMatchObject({ name: "StatementError", code: "25P02" });
    expect(await database.query("SELECT 1 FROM service WHERE id = $1", [id])).toEqual([]);
    expect(ran).toEqual([]);
  });

  it("finds the rows committed", async () => {
    const id = newId();
    let rows: Promise<unknown[]> | undefined;
    await database.transaction(async (tx) => {
      await insert(tx, id);
      tx.afterCommit(() => {
        rows = database.query("SELECT 1 FROM service WHERE id = $1", [id]);
      });
    });
    expect(await rows).toHaveLength(1);
  });

  it("runs at once outside of a transaction, and not at all for one that has ended", async () => {
    let runs = 0;
    database.afterCommit(() => (runs += 1));
    expect(runs).toBe(1);
    let ended: Sql | undefined;
    await database.transaction(async (tx) => void (ended = tx));
    expect(() => ended?.afterCommit(() => (runs += 1))).toThrow("has ended");
    expect(runs).toBe(1);
  });

  it("logs what fails, which undoes nothing and stops nothing", async () => {
    expectLogged(/^something after a commit failed: Error: stop$/);
    const id = newId();
    const ran: string[] = [];
    await database.transaction(async (tx) => {
      await insert(tx, id);
      tx.afterCommit(() => {
        throw failing;
      });
      tx.afterCommit(() => void ran.push("next"));
    });
    expect(ran).toEqual(["next"]);
    expect(await database.query("SELECT 1 FROM service WHERE id = $1", [id])).toHaveLength(1);
  });
});
