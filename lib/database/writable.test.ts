import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forget } from "@/lib/runtime/once";
import { setDatabase, type Database } from "./sql";
import { openTestDatabase } from "./testing";
import { assertWritable } from "./writable";

describe("whether the database can be written", () => {
  let db: Database;
  beforeEach(async () => {
    db = await openTestDatabase();
    forget("writable");
  });
  afterEach(() => db.close());

  it("is shown by a row that was written", async () => {
    await assertWritable();
    expect(await db.query("SELECT 1 FROM setting WHERE name = 'written_at'")).toHaveLength(1);
  });

  it("is denied by a server that only reads, although it answers", async () => {
    // One transaction, since the connections of a pool are set one by one.
    const reads = db.transaction(async (tx) => {
      await tx.query("SET TRANSACTION READ ONLY");
      setDatabase({ ...db, query: (text, values) => tx.query(text, values) });
      expect(await tx.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await assertWritable();
    });
    await expect(reads).rejects.toThrow(/read-only/);
    setDatabase(db);
  });

  it("is denied while the disk of the data folder is full, and confirmed a second after there is room", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      let room = 15 * 1024 * 1024;
      setDatabase({ ...db, room: () => Promise.resolve(room) });
      await expect(assertWritable()).rejects.toThrow("The disk of the data folder is full.");
      room = 17 * 1024 * 1024;
      await expect(assertWritable()).rejects.toThrow("full");
      vi.advanceTimersByTime(1_000);
      await assertWritable();
    } finally {
      vi.useRealTimers();
      setDatabase(db);
    }
  });

  it("is denied while the database does not answer", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    try {
      let answer: () => void = () => undefined;
      const query = vi.fn<() => Promise<never[]>>(
        () => new Promise((resolve) => (answer = () => resolve([]))),
      );
      setDatabase({ ...db, query, room: async () => Infinity });
      const denied = assertWritable().catch((error: Error) => error.message);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await denied).toBe("The database does not answer.");
      await vi.advanceTimersByTimeAsync(60_000);
      await expect(assertWritable()).rejects.toThrow("does not answer");
      expect(query).toHaveBeenCalledOnce();
      answer();
      await vi.advanceTimersByTimeAsync(0);
      setDatabase(db);
      await assertWritable();
    } finally {
      vi.useRealTimers();
      setDatabase(db);
    }
  });

  it("is asked of the database once for many who ask at once", async () => {
    const query = vi.spyOn(db, "query");
    await Promise.all(Array.from({ length: 50 }, assertWritable));
    expect(query).toHaveBeenCalledTimes(1);
  });
});
