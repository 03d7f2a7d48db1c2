import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { announce } from "@/lib/runtime/bus";
import { enqueue, LeaseLostError, work, type JobDefinition } from "./jobs";

const numbered: JobDefinition<{ n: number }> = {
  kind: "numbered",
  data: z.object({ n: z.int() }),
  lane: "expand",
};

describe("jobs that are worked on", () => {
  let sql: Database;
  beforeAll(async () => (sql = await openTestDatabase()), 120_000);
  afterAll(() => sql.close());

  let stops: (() => Promise<void>)[] = [];
  beforeEach(() => sql.query("DELETE FROM job"));
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    stops = [];
  });
  const add = (n: number) => sql.transaction((tx) => enqueue(tx, numbered, { n }));
  const rows = () =>
    sql.query<{ isLeased: boolean; due: boolean; failures: number }>(
      `SELECT lease_token IS NOT NULL AS "isLeased", next_at <= now() AS due, failures FROM job ORDER BY (data->>'n')::int`,
    );

  it("leave their slot when they only wait, so that further ones begin", async () => {
    for (let n = 0; n < 6; n += 1) await add(n);
    const begun: number[] = [];
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    stops.push(
      work(sql, numbered, async ({ n }, lease) => {
        begun.push(n);
        lease.leaveSlot();
        await waiting;
      }),
    );
    await vi.waitFor(() => expect(begun).toHaveLength(6), 10_000);
    expect((await rows()).filter(({ isLeased }) => isLeased)).toHaveLength(6);
    finish();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
  });

  it("are void for a worker that lost them, and stay for the other one", async () => {
    await add(1);
    const errors: unknown[] = [];
    stops.push(
      work(sql, numbered, async (_, lease) => {
        await sql.query("UPDATE job SET lease_token = $1", [newId()]);
        await sql.transaction((tx) => lease.lock(tx)).catch((error: unknown) => errors.push(error));
        throw errors[0];
      }),
    );
    await vi.waitFor(() => expect(errors).toHaveLength(1), 10_000);
    expect(errors[0]).toBeInstanceOf(LeaseLostError);
    expect(await rows()).toMatchObject([{ isLeased: true, failures: 0 }]);
  });

  it("are void once their lease has ended: another worker has them as soon as it looks", async () => {
    await add(1);
    const errors: unknown[] = [];
    stops.push(
      work(sql, numbered, async (_, lease) => {
        if (errors.length > 0) return;
        await sql
          .transaction(async (tx) => {
            await tx.query("UPDATE job SET next_at = now() - interval '1 second'");
            await lease.lock(tx);
          })
          .catch((error: unknown) => errors.push(error));
      }),
    );
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
    expect(errors[0]).toBeInstanceOf(LeaseLostError);
  });

  it("whose lease ended in the hands of this process go on, and begin no second time", async () => {
    await add(1);
    let begun = 0;
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    stops.push(
      work(sql, numbered, async (_, lease) => {
        begun += 1;
        await waiting;
        await sql.transaction((tx) => lease.lock(tx));
      }),
    );
    await vi.waitFor(() => expect(begun).toBe(1), 10_000);
    await sql.query("UPDATE job SET next_at = now() - interval '1 minute'");
    announce("wake", "expand");
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ due: false }]), 10_000);
    finish();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
    expect(begun).toBe(1);
  });
});
