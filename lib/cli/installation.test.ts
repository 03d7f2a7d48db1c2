import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPlace, storePlace } from "@/lib/database/place";
import type { Database } from "@/lib/database/sql";
import { asAdmin, openTestDatabase, urlOf } from "@/lib/database/testing";
import { run } from "./installation";

describe("clarion installation", () => {
  let sql: Database;
  let url: string;
  // oxlint-disable-next-line node/no-process-env -- where the tests' own server is
  const server = process.env["TEST_DATABASE_URL"] ?? "";

  beforeAll(async () => {
    sql = await openTestDatabase();
    const [row] = await sql.query<{ name: string }>("SELECT current_database() AS name");
    url = urlOf(server, row?.name ?? "");
  });
  afterAll(() => sql.close());

  const clarion = (...args: string[]) => clarionIn({ DATABASE_URL: url }, ...args);
  async function clarionIn(variables: Record<string, string>, ...args: string[]) {
    const [out, wrong]: [string[], string[]] = [[], []];
    const status = await run(
      ["installation", ...args],
      variables,
      (line) => out.push(line),
      (line) => wrong.push(line),
    );
    return { status, out: out.join("\n"), wrong: wrong.join("\n") };
  }
  const state = async () => (await clarion("state")).out;

  it("says whether it sends, and marks it as a copy or as moved", async () => {
    expect(await state()).toBe("It sends.");
    expect(await clarion("copy")).toMatchObject({ status: 0, wrong: "" });
    expect(await state()).toContain("looks like a copy");
    expect(await clarion("move")).toMatchObject({ status: 0, wrong: "" });
    expect(await state()).toBe("It sends.");
    await storePlace(sql, await readPlace(sql, undefined));
    expect(await state()).toBe("It sends.");
    await storePlace(sql, "another place");
    expect(await state()).toContain("looks like a copy");
  });

  it("names a variable that is not valid, and a database without tables", async () => {
    const failed = (text: string) => ({
      status: 1,
      out: "",
      wrong: expect.stringContaining(text) as string,
    });
    expect(await clarionIn({ DATABASE_URL: "nowhere" }, "state")).toEqual(failed("DATABASE_URL"));
    const name = `clarion_empty_${randomUUID().replaceAll("-", "")}`;
    await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    try {
      for (const command of ["state", "move", "copy"])
        expect(await clarionIn({ DATABASE_URL: urlOf(server, name) }, command)).toEqual(
          failed("Start this version on it once."),
        );
    } finally {
      await asAdmin(server, `DROP DATABASE ${name}`);
    }
  });

  it("explains itself for any other command", async () => {
    expect(await clarion("--help")).toMatchObject({ status: 0 });
    for (const args of [[], ["send"], ["state", "now"], ["move", "--force"]])
      expect(await clarion(...args)).toMatchObject({
        status: 1,
        wrong: expect.stringContaining("usage: clarion installation") as string,
      });
  });
});
