import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, vi } from "vitest";
import { openLocal } from "../local";
import type { Database } from "../sql";

const root = join(import.meta.dirname, "../../..");

/**
 * Returns new folders for local servers, and functions that open them in this process and in
 * others. Servers end after each test, and the folders are removed after the last one. For tests.
 */
export function localServers() {
  const folders = mkdtempSync(join(tmpdir(), "clarion-local-"));
  let number = 0;
  const databases: Database[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const child of children.splice(0)) child.kill("SIGKILL");
    for (const database of databases.splice(0)) await database.close();
  });
  afterAll(() => rmSync(folders, { recursive: true, force: true }));

  const open = async (folder: string): Promise<Database> => {
    const database = await openLocal(folder);
    databases.push(database);
    return database;
  };
  const close = async (database: Database): Promise<void> => {
    databases.splice(databases.indexOf(database), 1);
    await database.close();
  };
  return {
    folders,
    newFolder: () => join(folders, String((number += 1))),
    open,
    close,
    another: (
      folder: string,
      environment: Record<string, string> = {},
      before: readonly string[] = [],
    ) => {
      const started = writer(folder, environment, before);
      children.push(started.child);
      return started;
    },
    rowsIn: async (folder: string): Promise<number> => {
      const database = await open(folder);
      const [row] = await database.query<{ n: number }>("SELECT count(*)::int AS n FROM kept");
      await close(database);
      return row?.n ?? 0;
    },
  };
}

/**
 * Another process that opens a folder, with an environment of its own, writes a row a moment and
 * prints each; it ends by itself only when it cannot.
 */
function writer(folder: string, environment: Record<string, string>, before: readonly string[]) {
  const code = `const { openLocal } = await import("./lib/database/local.ts");
    try {
      const database = await openLocal(${JSON.stringify(folder)});
      await database.query("CREATE TABLE IF NOT EXISTS kept (n int)");
      console.log("open");
      for (let n = 1; ; n += 1) {
        await database.query("INSERT INTO kept VALUES ($1)", [n]);
        console.log(n);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } catch (error) {
      console.log(error.message);
      process.exit(1);
    }`;
  const line = [...before, process.execPath, "--import", "tsx", "--input-type=module", "-e", code];
  const child = spawn(line[0] ?? "", line.slice(1), {
    cwd: root,
    // oxlint-disable-next-line node/no-process-env -- handed on to a process of its own
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const lines = () => text.split("\n").filter(Boolean);
  return {
    child,
    lines,
    isOpen: () =>
      vi
        .waitUntil(() => lines().includes("1") || child.exitCode !== null, { timeout: 60_000 })
        .then(() => lines()[0] === "open"),
    ended: () =>
      child.exitCode === null && child.signalCode === null
        ? once(child, "exit")
        : Promise.resolve(),
  };
}
