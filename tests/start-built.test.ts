import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../e2e/support/server";
import { temporaryFolder } from "../tools/ending.mjs";
import { freePort } from "../tools/free-port.mjs";
import { temporaryPostgres } from "../tools/postgres";
import { childrenOf, compilersAmong, loadedBy } from "./no-compiler";

let postgres: Awaited<ReturnType<typeof temporaryPostgres>>;
beforeAll(async () => {
  postgres = await temporaryPostgres();
});
afterAll(() => postgres.stop());

describe("the built server", () => {
  it.each(["api", "worker"])(
    "loads no compiler and, as ROLE=%s, no console; and runs no other process",
    async (role) => {
      const { path: coverage, remove } = temporaryFolder("clarion-coverage");
      const settings = {
        ROLE: role,
        DATABASE_URL: postgres.url,
        APP_SECRET: "a secret of the tests of the built server",
      };
      const server = await startServer({
        ...settings,
        NODE_OPTIONS: "",
        NODE_V8_COVERAGE: coverage,
      });
      const children = childrenOf(server.pid()) ?? [];
      await server.stop();
      const loaded = loadedBy(coverage);
      remove();
      expect(children).toEqual([]);
      expect(loaded).toContain("build/server.mjs");
      expect(compilersAmong(loaded)).toEqual([]);
      expect(loaded.filter((place) => place.startsWith("node_modules/next/"))).toEqual([]);
    },
  );

  it("takes messages and shows the progress while its console is being built", async () => {
    const { path: folder, remove } = temporaryFolder("clarion-build");
    const [build, isBuilt] = [join(folder, "build.mjs"), join(folder, "built")];
    writeFileSync(
      build,
      `import { existsSync } from "node:fs";
      import { setTimeout } from "node:timers/promises";
      const done = async () => { while (!existsSync(${JSON.stringify(isBuilt)})) await setTimeout(20); };
      globalThis[Symbol.for("clarion.console-build")] = () => ({ step: () => "Compiling the pages", done: done(), stop: () => undefined });`,
    );
    const port = await freePort();
    const starting = startServer({
      PORT: String(port),
      NODE_OPTIONS: `--import=${pathToFileURL(build).href}`,
    });
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: "manual",
        headers: { accept: "text/html" },
        ...options,
      });
    const pageText = () => ask("/").then((response) => response.text(), String);
    await expect.poll(pageText, { timeout: 60_000 }).toContain("Clarion is building its console");
    expect((await ask("/readyz")).status).toBe(503);
    const message = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { android: { text: "Hi" } } },
    };
    const headers = { key: "sk_end_to_end_key_0001", "content-type": "application/json" };
    const sent = await ask("/resources/v1/messaging", {
      method: "POST",
      headers,
      body: JSON.stringify(message),
    });
    expect(await sent.json()).toMatchObject({ response: [{ code: "1001" }] });
    writeFileSync(isBuilt, "");
    const server = await starting;
    expect((await ask("/")).status).toBe(307);
    expect((await ask("/readyz")).status).toBe(200);
    expect(server.output()).toContain("The interface answers already; http://localhost:");
    await server.stop();
    remove();
  });

  it("ends without an error when it is stopped in the middle of its start", async () => {
    // The start waits for this lock to make the owner.
    const holder = new pg.Client(postgres.url);
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(7105100, 2)");
    const { path: folder, remove } = temporaryFolder("clarion-start");
    const child = spawn(process.execPath, ["build/server.mjs"], {
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
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const waiting =
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7105100 AND objid = 2 AND NOT granted";
    await expect
      .poll(async () => (await holder.query(waiting)).rowCount, { timeout: 60_000 })
      .toBe(1);
    child.kill("SIGTERM");
    await expect.poll(() => said, { timeout: 60_000 }).toContain("stopping");
    await holder.end();
    const [code] = (await once(child, "close")) as [number | null];
    remove();
    expect(said.split("\n").filter((line) => line !== "" && !line.startsWith('{"level"'))).toEqual(
      [],
    );
    expect(code).toBe(0);
  });
});
