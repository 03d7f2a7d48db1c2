import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forShortLives, freePort, startServer } from "../e2e/support/server";
import { temporaryFolder } from "../tools/ending.mjs";
import { temporaryPostgres } from "../tools/postgres.mjs";
import { childrenOf, compilersAmong, loadedBy } from "./no-compiler";

let postgres: Awaited<ReturnType<typeof temporaryPostgres>>;
beforeAll(async () => {
  postgres = await temporaryPostgres();
});
afterAll(() => postgres?.stop());

describe("the built server", () => {
  it.each(["api", "worker"])("loads no compiler and, as ROLE=%s, no console; and runs no other process", async (role) => {
    if (!postgres) {
      process.stdout.write("\nSKIPPED: the built server. No PostgreSQL could be started.\n\n");
      return;
    }
    const { path: coverage, remove } = temporaryFolder("clarion-coverage");
    const settings = { ROLE: role, DATABASE_URL: postgres.url, APP_SECRET: "a secret of the tests of the built server" };
    const server = await startServer({ ...settings, NODE_OPTIONS: "", NODE_V8_COVERAGE: coverage });
    const children = childrenOf(server.pid()) ?? [];
    await server.stop();
    const loaded = loadedBy(coverage);
    remove();
    expect(children).toEqual([]);
    expect(loaded).toContain("build/server.mjs");
    expect(compilersAmong(loaded)).toEqual([]);
    expect(loaded.filter((place) => place.startsWith("node_modules/next/"))).toEqual([]);
  });

  it("ends without an error when it is stopped in the middle of its start", async () => {
    if (!postgres) return;
    // The start waits for this lock to make the owner.
    const holder = new pg.Client(postgres.url);
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(7105100, 2)");
    const { path: folder, remove } = temporaryFolder("clarion-start");
    const child = spawn(process.execPath, [...forShortLives, "build/server.mjs"], {
      cwd: join(import.meta.dirname, ".."),
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "production",
        LOG_LEVEL: "info",
        ROLE: "worker",
        PORT: String(await freePort()),
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        APP_SECRET: "a secret of the tests of the built server",
        ADMIN_EMAIL: "owner@example.com",
        ADMIN_PASSWORD: "correct horse battery",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7105100 AND objid = 2 AND NOT granted";
    await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
    child.kill("SIGTERM");
    await expect.poll(() => said, { timeout: 60_000 }).toContain("stopping");
    await holder.end();
    const [code] = (await once(child, "close")) as [number | null];
    remove();
    expect(said.split("\n").filter((line) => line !== "" && !line.startsWith('{"level"'))).toEqual([]);
    expect(code).toBe(0);
  });
});
