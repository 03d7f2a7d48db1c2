import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLocal } from "@/lib/database/local";
import { openDatabase } from "@/lib/database/open";
import { chainOf, putChain, withoutTriggers } from "@/lib/directory/audit/testing";
import { run } from "./audit";

const root = join(import.meta.dirname, "../..");

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

describe("clarion audit verify", () => {
  const folder = mkdtempSync(join(tmpdir(), "clarion-audit-"));
  const rows = chainOf(3);
  const head = `3:${rows[2]?.hash}`;
  const environment = { DATA_DIR: folder };
  const inDatabase = async (script: string) => {
    const database = await openLocal(folder);
    await withoutTriggers(database, () => database.script(script));
    await database.close();
  };
  let whileRunning: Awaited<ReturnType<typeof clarion>>;
  beforeAll(async () => {
    const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, root);
    await putChain(database, rows);
    whileRunning = await clarion(["audit", "verify"], environment);
    await database.close();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("verifies while Clarion runs on the folder", () => {
    expect(whileRunning).toEqual({
      status: 0,
      out: `The audit log is whole: 3 events.\nhead ${head}`,
      wrong: "",
    });
  });

  it("counts the events of a whole log, and prints its head", async () => {
    for (const more of [[], ["--head", head], ["--head", `2:${rows[1]?.hash}`]])
      expect(await clarion(["audit", "verify", ...more], environment)).toEqual({
        status: 0,
        out: `The audit log is whole: 3 events.\nhead ${head}`,
        wrong: "",
      });
  });

  it("ends with 1 and says what is wrong", async () => {
    await inDatabase("UPDATE audit_event SET entity_id = 'x' WHERE seq = 2");
    expect(await clarion(["audit", "verify"], environment)).toMatchObject({
      status: 1,
      out: `The audit log is not whole: 1 wrong in 3 events.\nhead ${head}`,
      wrong:
        "Event 2 (audience.change, 2026-01-01T00:00:01.000Z) was changed: its hash does not match its content.",
    });
    await inDatabase(
      "DELETE FROM audit_event WHERE seq > 1; UPDATE audit_head SET seq = 1, hash = (SELECT hash FROM audit_event)",
    );
    expect((await clarion(["audit", "verify"], environment)).status).toBe(0);
    expect(await clarion(["audit", "verify", "--head", head], environment)).toMatchObject({
      status: 1,
      wrong: "Event 3, the earlier head, is missing: the log was cut off or rewritten.",
    });
  });

  it("makes nothing where there is nothing, and says how it is asked", async () => {
    expect(
      (await clarion(["audit", "verify"], { DATA_DIR: join(folder, "none") })).wrong,
    ).toContain("There is no database in DATA_DIR");
    expect(
      (await clarion(["audit", "verify"], { DATABASE_URL: "postgresql://127.0.0.1:9/none" })).wrong,
    ).toContain("No PostgreSQL server listens");
    for (const args of [
      ["audit"],
      ["audit", "fly"],
      ["audit", "verify", "more"],
      ["audit", "verify", "--head", "3"],
      ["audit", "--colour"],
    ])
      expect(await clarion(args, environment)).toMatchObject({
        status: 1,
        wrong: expect.stringContaining("usage: clarion audit verify") as string,
      });
    expect((await clarion(["audit", "--help"], environment)).out).toContain(
      "usage: clarion audit verify",
    );
  });
});
