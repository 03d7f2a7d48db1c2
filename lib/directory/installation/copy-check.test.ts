import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { copyPlace, forgetPlace, readPlace, storePlace } from "@/lib/database/place";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { forget } from "@/lib/runtime/once";
import { eventsOf } from "@/lib/verb/testing";
import { confirmInstallation } from "./confirm";
import { checkPlace, looksLikeCopy, stopCopyCheck, whenConfirmed } from "./copy-check";

describe("an installation", () => {
  let sql: Database;
  let root: string;
  const folder = (name: string) => join(root, name);
  const begun: string[] = [];

  beforeEach(async () => {
    sql = await openTestDatabase();
    root = mkdtempSync(join(tmpdir(), "clarion-place-"));
    mkdirSync(join(folder("data"), "postgresql"), { recursive: true });
    writeFileSync(join(folder("data"), "postgresql", "PG_VERSION"), "18\n");
    forget("installation");
    begun.length = 0;
  });
  afterEach(async () => {
    stopCopyCheck();
    forget("installation");
    rmSync(root, { recursive: true, force: true });
    await sql.close();
  });

  /** A start of Clarion, in a process of its own. */
  const start = async (at: string | undefined) => {
    stopCopyCheck();
    forget("installation");
    await checkPlace(at);
    whenConfirmed(() => begun.push(at ?? "named"));
    return looksLikeCopy();
  };

  it("sends at its first start, and after each restart", async () => {
    expect(await start(folder("data"))).toBe(false);
    expect(await start(folder("data"))).toBe(false);
    expect(begun).toHaveLength(2);
  });

  it("sends from a folder that was renamed", async () => {
    await start(folder("data"));
    renameSync(folder("data"), folder("moved"));
    expect(await start(folder("moved"))).toBe(false);
  });

  it("sends nothing from a copy of its folder, nor from one that was restored in its place", async () => {
    await start(folder("data"));
    cpSync(folder("data"), folder("copy"), { recursive: true, preserveTimestamps: true });
    expect(await start(folder("copy"))).toBe(true);
    rmSync(folder("data"), { recursive: true });
    renameSync(folder("copy"), folder("data"));
    expect(await start(folder("data"))).toBe(true);
    expect(begun).toHaveLength(1);
  });

  it("sends from several processes of a named database, and from no copy of that", async () => {
    const places = [await start(undefined), await start(undefined)];
    expect(places).toEqual([false, false]);
    const [row] = await sql.query<{ value: string }>(
      "SELECT value FROM setting WHERE name = 'installation_place'",
    );
    const copy = await openTestDatabase();
    try {
      await copy.query("INSERT INTO setting (name, value) VALUES ('installation_place', $1)", [
        row?.value,
      ]);
      expect(await start(undefined)).toBe(true);
    } finally {
      await copy.close();
    }
  });

  it("begins to send once an owner of the installation confirms it, and at the next starts", async () => {
    await storePlace(sql, randomUUID());
    expect(await start(undefined)).toBe(true);
    expect(begun).toEqual([]);
    const admin = testMember({ [randomUUID()]: { role: "owner" } });
    await expect(confirmInstallation({ actor: admin }, {})).rejects.toThrow(ForbiddenError);
    await confirmInstallation({ actor: testOwner() }, {});
    expect(begun).toEqual(["named"]);
    expect(looksLikeCopy()).toBe(false);
    expect(await eventsOf(sql, null, "installation.confirm")).toHaveLength(1);
    await confirmInstallation({ actor: testOwner() }, {});
    expect(await eventsOf(sql, null, "installation.confirm")).toHaveLength(1);
    expect(await start(undefined)).toBe(false);
  });

  it("begins to send when another process was confirmed, or a command marks it as moved", async () => {
    for (const confirm of [
      async () => storePlace(sql, await readPlace(sql, undefined)),
      () => forgetPlace(sql),
    ]) {
      begun.length = 0;
      await storePlace(sql, copyPlace);
      expect(await start(undefined)).toBe(true);
      await confirm();
      await expect.poll(() => begun).toEqual(["named"]);
    }
  });
});
