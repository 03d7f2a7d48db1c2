import { afterEach, describe, expect, it } from "vitest";
import { openServer } from "./server";
import type { Database } from "./sql";
import { openTestDatabase } from "./testing";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe("what one process may have at a time", () => {
  it("stays locked until it is released", async () => {
    const database = await openTestDatabase();
    closers.push(() => database.close());
    const other = await anotherProcess(database);
    const release = await database.hold(42);
    expect(release).toBeDefined();
    expect(await other.hold(42)).toBeUndefined();
    const second = await database.hold(43);
    expect(second).toBeDefined();
    await second?.();
    await release?.();
    const again = await other.hold(42);
    expect(again).toBeDefined();
    await again?.();
  });
});

/** The same database as another process has it. */
async function anotherProcess(database: Database): Promise<Database> {
  const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
  // oxlint-disable-next-line node/no-process-env -- where the tests' own server is
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name}`;
  const other = await openServer(url.href);
  closers.push(() => other.close());
  return other;
}
