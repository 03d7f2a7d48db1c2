import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announce, listen } from "@/lib/runtime/bus";
import { inGroups } from "@/lib/runtime/in-groups";
import { asWork, workClass, type WorkClass } from "@/lib/runtime/work-class";
import { cached } from "./cached";
import type { Database } from "./sql";
import { openTestDatabase } from "./testing";

describe("the class of what several share", () => {
  it("of a listener is that of the code that registered it", () => {
    const heard: WorkClass[] = [];
    const quiet = listen("rights", () => void heard.push(workClass()));
    asWork("bulk", () => announce("rights", "lost"));
    quiet();
    announce("rights", "lost");
    expect(heard).toEqual(["interactive"]);
  });

  it("of a group of calls is that of those who wait, independent of the call that begins it", async () => {
    const call = inGroups<string, WorkClass>(
      { workClass: "interactive", items: 10, parallel: 1 },
      async (items) => items.map(() => workClass()),
    );
    const first = asWork("bulk", () => call("of a loop"));
    expect(await Promise.all([first, call("of a page")])).toEqual(["interactive", "interactive"]);
  });
});

describe("classes of work", () => {
  let sql: Database;
  beforeAll(async () => {
    sql = await openTestDatabase();
    // Its first use takes long.
    await sql.prisma.setting.findMany();
  });
  afterAll(() => sql.close());

  it("of a look-up that a loop began is interactive: a page may wait for it", async () => {
    const looked = asWork("bulk", () => cached("classes", "a", 1_000, async () => workClass()));
    expect(
      await Promise.all([looked, cached("classes", "a", 1_000, async () => "another")]),
    ).toEqual(["interactive", "interactive"]);
  });

  const many = 300;
  /** Bulk work that uses every connection of its class until it is released. */
  const busyBulk = (count: number) => {
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (letGo = resolve));
    let begun = 0;
    const all = asWork("bulk", () =>
      Array.from({ length: count }, () =>
        sql.transaction(async (tx) => {
          await tx.query("SELECT 1");
          begun += 1;
          await until;
        }),
      ),
    );
    return { all, letGo, begun: () => begun };
  };

  it("has people served while bulk work has all of its own and more of it waits", async () => {
    const { all, letGo, begun } = busyBulk(many);
    await sql.query("SELECT 1");
    await sql.transaction((tx) => tx.query("SELECT 1"));
    await sql.prisma.setting.findMany();
    await asWork("recording", () => sql.query("SELECT 1"));
    expect(begun()).toBeLessThan(many);
    letGo();
    await Promise.all(all);
    expect(begun()).toBe(many);
  });

  it("keeps look-ups of one moment by Prisma Client apart", async () => {
    const { all, letGo } = busyBulk(many);
    const order: string[] = [];
    const find = () => sql.prisma.setting.findUnique({ where: { name: "none" } });
    const bulk = asWork("bulk", async () => void (await find(), order.push("bulk")));
    const page = (async () => void (await find(), order.push("page")))();
    await page;
    expect(order).toEqual(["page"]);
    letGo();
    await Promise.all([...all, bulk]);
  });
});
