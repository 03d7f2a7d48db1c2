import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openLocal } from "@/lib/database/local";
import { openDatabase } from "@/lib/database/open";
import { asAdmin, urlOf } from "@/lib/database/testing";
import { run } from "./database";

const folder = mkdtempSync(join(tmpdir(), "clarion-cli-database-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function clarion(args: string[], environment: Record<string, string>) {
  const [out, wrong]: [string[], string[]] = [[], []];
  const status = await run(
    args,
    environment,
    (line) => out.push(line),
    (line) => wrong.push(line),
  );
  return { status, out: out.join("\n"), wrong: wrong.join("\n") };
}

describe("clarion database copy", () => {
  it("copies the database of DATA_DIR to another server", async () => {
    const from = mkdtempSync(join(tmpdir(), "clarion-cli-copy-"));
    // oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
    const server = process.env["TEST_DATABASE_URL"] ?? "";
    const name = `clarion_copy_${randomUUID().replaceAll("-", "")}`;
    await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    const copy = () =>
      clarion(["database", "copy", "--to", urlOf(server, name)], { DATA_DIR: from });
    expect(await copy()).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("There is no database in DATA_DIR") as string,
    });
    const database = await openDatabase(
      { DATABASE_URL: undefined, DATA_DIR: from },
      join(import.meta.dirname, "../.."),
    );
    await database.query(
      "INSERT INTO job (id, kind, data, next_at) VALUES (gen_random_uuid(), 'none', '{}', now())",
    );
    expect(await copy()).toEqual({
      status: 1,
      out: "",
      wrong: expect.stringContaining("The source database is in use (by clarion).") as string,
    });
    await database.close();
    const { status, out, wrong } = await copy();
    expect({ status, wrong }).toEqual({ status: 0, wrong: "" });
    expect(out).toContain("\njob: 1 row\n");
    expect(out).toContain("In flight: 0 deliveries, 0 updates, 1 job, 0 campaigns.");
    expect(out).toContain(`Set APP_SECRET to the content of ${join(from, "app-secret")}`);
    expect(await copy()).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("The database of --to is not empty") as string,
    });
    await asAdmin(server, `DROP DATABASE ${name}`);
    rmSync(from, { recursive: true, force: true });
  });

  it("needs an address", async () => {
    expect(await clarion(["database", "copy"], {})).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("copy --to URL") as string,
    });
  });
});

describe("clarion database url", () => {
  it("prints where the local database is while Clarion runs, and says so when it does not", async () => {
    const stopped = await clarion(["database", "url"], { DATA_DIR: folder });
    expect(stopped).toMatchObject({
      status: 1,
      out: "",
      wrong: expect.stringContaining("No Clarion runs on DATA_DIR") as string,
    });
    const database = await openLocal(folder);
    const { status, out } = await clarion(["database", "url"], { DATA_DIR: folder });
    expect(status).toBe(0);
    const client = new pg.Client(out);
    await client.connect();
    expect((await client.query("SELECT current_database() AS name")).rows).toEqual([
      { name: "postgres" },
    ]);
    await client.end();
    await database.close();
  });

  it("prints DATABASE_URL where that is set, and how it is asked", async () => {
    const url = "postgresql://127.0.0.1:9/none";
    expect(await clarion(["database", "url"], { DATABASE_URL: url })).toEqual({
      status: 0,
      out: url,
      wrong: "",
    });
    expect(await clarion(["database", "fly"], {})).toMatchObject({
      status: 1,
      wrong: expect.stringContaining("usage: clarion database url") as string,
    });
    expect((await clarion(["database", "--help"], {})).out).toContain(
      "usage: clarion database url",
    );
  });
});
