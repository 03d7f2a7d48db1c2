import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { log } from "@/lib/log/log";
import { logHead } from "./log-head";
import { chainOf, putChain } from "./testing";

let database: Database;
beforeAll(async () => (database = await openTestDatabase()), 120_000);
afterAll(() => database.close());

it("logs the end of the audit log once each time it moved, and when it stops", async () => {
  const logged = vi.spyOn(log(), "info");
  const heads = () => logged.mock.calls.map(([what]) => (what as unknown as { head: string }).head);
  const empty = `0:${"00".repeat(32)}`;
  const stop = logHead(200);
  await vi.waitFor(() => expect(heads()).toEqual([empty]), 10_000);
  const rows = chainOf(2);
  await putChain(database, rows);
  const moved = `2:${rows[1]?.hash}`;
  await vi.waitFor(() => expect(heads()).toEqual([empty, moved]), 10_000);
  await stop();
  expect(heads()).toEqual([empty, moved, moved]);
  logged.mockRestore();
});
