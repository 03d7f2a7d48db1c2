import { afterEach, describe, expect, it } from "vitest";
import { openServer } from "./server";
import type { Database } from "./sql";
import { testDatabases } from "./testing";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(testDatabases())("what one process may have at a time, on $name", ({ open }) => {
  it("is held until it is given back", async () => {
    const database = await open();
    closers.push(() => database.close());
    const other = await anotherProcess(database);
    const release = await database.hold(42);
    expect(release).toBeDefined();
    expect(await other?.hold(42)).toBeUndefined();
    const second = await database.hold(43);
    expect(second).toBeDefined();
    await second?.();
    await release?.();
    const again = await (other ?? database).hold(42);
    expect(again).toBeDefined();
    await again?.();
  });
});

/** The same database as another process has it; the embedded one has no other. */
async function anotherProcess(database: Database): Promise<Database | undefined> {
  if (database.kind === "embedded") return undefined;
  const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
  // oxlint-disable-next-line node/no-process-env -- where the tests' own server is
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name}`;
  const other = await openServer(url.href);
  closers.push(() => other.close());
  return other;
}
