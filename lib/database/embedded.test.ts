import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, expect, it } from "vitest";
import { openEmbedded } from "./embedded";

const folder = mkdtempSync(join(tmpdir(), "clarion-embedded-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a database that does not exist yet begins as the copy it is given, one that exists asks for none", async () => {
  const model = await PGlite.create();
  await model.exec("CREATE TABLE kept AS SELECT 7 AS n");
  const dump = await model.dumpDataDir("none");
  await model.close();
  const first = await openEmbedded(folder, () => dump);
  expect(await first.query("SELECT n FROM kept")).toEqual([{ n: 7 }]);
  await first.query("UPDATE kept SET n = 8");
  await first.close();
  const second = await openEmbedded(folder, () => {
    throw new Error("asked for");
  });
  expect(await second.query("SELECT n FROM kept")).toEqual([{ n: 8 }]);
  await second.close();
});

it("a copy that cannot be read is reported as it is, and leaves the folder to be used", async () => {
  const missing = () => new Blob([readFileSync(join(folder, "no-such-copy"))]);
  await expect(openEmbedded(folder, missing)).rejects.toThrow(/no-such-copy/);
  const opened = await openEmbedded(folder);
  expect(await opened.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await opened.close();
});
