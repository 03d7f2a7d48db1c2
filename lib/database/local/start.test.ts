import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { log } from "@/lib/log/log";
import { expectLogged } from "@/lib/log/testing";
import { attachLocal, openLocal, runningUrl } from "../local";
import { openDatabase } from "../open";
import { openServer } from "../server";
import { setDatabase } from "../sql";
import { isServer, runningPostmaster } from "./postmaster";
import { startLocal } from "./start";
import { localServers } from "./testing";

const { newFolder, open, close, another, rowsIn } = localServers();
const root = join(import.meta.dirname, "../../..");
const serverOf = (folder: string) => runningPostmaster(join(folder, "postgresql"));

describe("the local server", () => {
  it("keeps its data in the folder, under any name, and is gone when it is closed", async () => {
    const folder = join(newFolder(), `ä ü%20 # ${"long".repeat(35)}`);
    const database = await open(folder);
    expect(database.isExclusive).toBe(true);
    await database.query("CREATE TABLE kept AS SELECT 1 AS n");
    expect(await database.query("SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(await database.query("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
    expect(serverOf(folder)).toMatchObject({ isGuarded: true });
    const attachedDatabase = await attachLocal(folder);
    expect(await attachedDatabase.query("SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await attachedDatabase.close();
    const { socket = "" } = serverOf(folder) ?? {};
    await close(database);
    expect(serverOf(folder)).toBeUndefined();
    expect(existsSync(socket)).toBe(false);
    expect(await rowsIn(folder)).toBe(1);
  });

  it("writes nothing of a statement into its log", async () => {
    const folder = newFolder();
    const database = await open(folder);
    await expect(database.query("SELECT $1::int", ["a canary"])).rejects.toThrow(
      "invalid input syntax",
    );
    await database.script("CREATE TABLE one (name text UNIQUE)");
    for (let n = 0; n < 2; n += 1)
      await database.query("INSERT INTO one VALUES ('a canary')").catch(() => undefined);
    await close(database);
    expect(readFileSync(join(folder, "postgresql.log"), "utf8")).not.toContain("canary");
  });

  it("ends with its process when that is killed, and has all that was committed at the next start", async () => {
    const folder = newFolder();
    const first = another(folder);
    expect(await first.isOpen()).toBe(true);
    const { pid = 0, socket = "" } = serverOf(folder) ?? {};
    first.child.kill("SIGKILL");
    await first.ended();
    const reportedRows = first.lines().length - 1;
    expect(await rowsIn(folder)).toBeGreaterThanOrEqual(reportedRows);
    expect(isServer(pid, join(folder, "postgresql"))).toBe(false);
    await expect.poll(() => existsSync(socket)).toBe(false);
  });

  it("is ended by the next start when what would end it was killed, too", async () => {
    const folder = newFolder();
    const first = another(folder);
    expect(await first.isOpen()).toBe(true);
    const { pid = 0 } = serverOf(folder) ?? {};
    const guard = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    process.kill(-guard, "SIGSTOP");
    first.child.kill("SIGKILL");
    process.kill(guard, "SIGKILL");
    process.kill(-guard, "SIGCONT");
    await first.ended();
    expect(await rowsIn(folder)).toBeGreaterThan(0);
    expect(isServer(pid, join(folder, "postgresql"))).toBe(false);
  });

  it("is started again when it is killed, and nothing that was committed is lost", async () => {
    expectLogged(/^the local PostgreSQL server ended unexpectedly/);
    const folder = newFolder();
    const database = await open(folder);
    await database.query("CREATE TABLE kept AS SELECT 1 AS n");
    const { pid = 0 } = serverOf(folder) ?? {};
    process.kill(pid, "SIGKILL");
    await expect.poll(() => serverOf(folder)?.pid ?? pid).not.toBe(pid);
    await expect
      .poll(() => database.query("SELECT n FROM kept").catch(() => undefined))
      .toEqual([{ n: 1 }]);
  });

  it("is started again when it is killed while it starts again", async () => {
    expectLogged(/^the local PostgreSQL server ended unexpectedly/);
    const folder = newFolder();
    const database = await open(folder);
    await database.query("CREATE TABLE kept AS SELECT 1 AS n");
    let killed = 0;
    for (let kill = 0; kill < 5; kill += 1) {
      await expect.poll(() => serverOf(folder)?.pid ?? killed, { interval: 2 }).not.toBe(killed);
      killed = serverOf(folder)?.pid ?? killed;
      process.kill(killed, "SIGKILL");
    }
    await expect
      .poll(() => database.query("SELECT n FROM kept").catch(() => undefined))
      .toEqual([{ n: 1 }]);
  });

  it("is opened and migrated although it is killed meanwhile", async () => {
    expectLogged(/^the local PostgreSQL server ended unexpectedly/);
    const folder = newFolder();
    let isOpen = false;
    const opening = openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, root).finally(
      () => (isOpen = true),
    );
    // It may fail before it is awaited.
    opening.catch(() => undefined);
    let killed = 0;
    for (let kill = 0; kill < 8 && !isOpen; kill += 1) {
      await vi.waitUntil(() => isOpen || (serverOf(folder)?.pid ?? killed) !== killed, {
        timeout: 30_000,
        interval: 2,
      });
      // From its first moment until migrations are under way.
      await new Promise((resolve) => setTimeout(resolve, 40 * kill));
      killed = serverOf(folder)?.pid ?? killed;
      if (!isOpen) process.kill(killed, "SIGKILL");
    }
    const database = await opening;
    setDatabase(undefined);
    const { pid = Number.NaN } = serverOf(folder) ?? {};
    process.kill(pid, "SIGKILL");
    await expect.poll(() => serverOf(folder)?.pid ?? pid).not.toBe(pid);
    await expect
      .poll(() => database.query("SELECT count(*)::int AS n FROM service").catch(() => undefined))
      .toEqual([{ n: 0 }]);
    await database.close();
  });

  it("waits for space when it fell on a full disk", async ({ skip }) => {
    const folder = newFolder();
    mkdirSync(folder);
    const mount = ["mount", "-t", "tmpfs", "-o", "size=120m", "tmpfs", folder] as const;
    if (spawnSync(mount[0], mount.slice(1)).status !== 0) skip();
    onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
    expectLogged(/^the local PostgreSQL server ended unexpectedly/);
    expectLogged(/is full\. Free up space, .* starts again as soon as there is space\.$/);
    const database = await open(folder);
    await database.query("CREATE TABLE kept AS SELECT 1 AS n");
    const report = vi.spyOn(log(), "error");
    onTestFinished(() => report.mockRestore());
    const filler = join(folder, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(2 ** 27))).toThrow("ENOSPC");
    const fillLog = async (): Promise<void> => {
      await database.query("SELECT pg_logical_emit_message(true, '', ''), pg_switch_wal()");
      return fillLog();
    };
    await expect(fillLog()).rejects.toThrow("No space left on device");
    // It may have fallen by itself.
    spawnSync("kill", ["-KILL", String(serverOf(folder)?.pid)]);
    await vi.waitFor(
      () => expect(report).toHaveBeenCalledWith(expect.stringMatching(/as soon as there is space/)),
      { timeout: 30_000 },
    );
    rmSync(filler);
    await expect
      .poll(() => database.query("SELECT n FROM kept").catch(() => undefined))
      .toEqual([{ n: 1 }]);
  });

  it("starts where a number is left of a server that is gone, also when another process has it", async () => {
    const folder = newFolder();
    await close(await open(folder));
    for (const pid of [process.pid, 2 ** 22 - 1])
      for (const rest of ["", `\n${join(folder, "postgresql")}\n1\n5432\n/tmp\n`]) {
        writeFileSync(join(folder, "postgresql", "postmaster.pid"), `${pid}${rest}`);
        const database = await open(folder);
        expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
        await close(database);
      }
  });

  it("makes a cluster again that a start began and did not finish", async () => {
    const folder = newFolder();
    const first = another(folder);
    await vi.waitUntil(
      () =>
        existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("postgresql.new")),
      {
        timeout: 60_000,
        interval: 1,
      },
    );
    first.child.kill("SIGKILL");
    await first.ended();
    mkdirSync(join(folder, `postgresql.new-${2 ** 22 - 1}`));
    await close(await open(folder));
    expect(readdirSync(folder).toSorted()).toEqual(["postgresql", "postgresql.log"]);
  });

  it("starts after kills at any moment of its start, the first one too", async () => {
    const folder = newFolder();
    for (let kill = 0; kill < 8; kill += 1) {
      const one = another(folder);
      // From before the programs are looked at until after the first row.
      await new Promise((resolve) => setTimeout(resolve, 400 + 250 * kill));
      one.child.kill("SIGKILL");
      await one.ended();
    }
    const database = await open(folder);
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await close(database);
    expect(readdirSync(folder).toSorted()).toEqual(["postgresql", "postgresql.log"]);
  });

  it("belongs to one of two processes that start at once", async () => {
    const folder = newFolder();
    const both = [another(folder), another(folder)];
    const are = await Promise.all(both.map(async (one) => (await one.isOpen()) || one.lines()[0]));
    expect(are.filter((one) => one === true)).toHaveLength(1);
    expect(are.find((one) => one !== true)).toMatch(
      /is in use by another Clarion \(its PostgreSQL server is process \d+\)\. Stop that one, set DATA_DIR/,
    );
  });

  it("is had by one of two containers on one folder, which do not see each other's processes", async ({
    skip,
  }) => {
    const apart = ["unshare", "--pid", "--fork", "--mount-proc"];
    if (spawnSync(apart[0] ?? "", [...apart.slice(1), "true"]).status !== 0) skip();
    const folder = newFolder();
    const database = await open(folder);
    const other = another(folder, {}, apart);
    expect(await other.isOpen()).toBe(false);
    expect(other.lines()[0]).toContain(
      "is in use by another Clarion (in another container). Stop that one",
    );
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(serverOf(folder)).toMatchObject({ isGuarded: true });
  });

  it("needs no variable of the environment, and no signal of a service manager ends it", async () => {
    vi.stubEnv("PGPORT", "1");
    vi.stubEnv("PGSSLMODE", "require");
    const folder = newFolder();
    const database = await open(folder);
    const { pid = 0 } = serverOf(folder) ?? {};
    const guard = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    process.kill(guard, "SIGTERM");
    expect(await database.query("SELECT lower('ÄRZTE ДА') AS name")).toEqual([
      { name: "ärzte да" },
    ]);
    expect(serverOf(folder)).toMatchObject({ pid, isGuarded: true });
  });

  it("leaves no folder of its socket when it cannot start", async () => {
    const folder = newFolder();
    await close(await open(folder));
    // Other tests have sockets in the folder of all.
    const own = newFolder();
    mkdirSync(own, { recursive: true });
    vi.stubEnv("TMPDIR", own);
    writeFileSync(join(folder, "postgresql", "postgresql.auto.conf"), "no_such_setting = 1\n");
    await expect(openLocal(folder)).rejects.toThrow("could not be started");
    expect(readdirSync(own)).toEqual([]);
  });

  it("is started by pg_ctl at a port of its own, with a password, where there are no private sockets", async () => {
    const folder = newFolder();
    const lost = vi.fn<(error: unknown) => void>();
    const server = await startLocal(folder, lost, true);
    const { pid = 0, port, socket } = serverOf(folder) ?? {};
    expect({ socket, url: server.url }).toEqual({ socket: "", url: runningUrl(folder) });
    const named = await openServer(server.url);
    await named.query("CREATE TABLE kept AS SELECT 1 AS n");
    await expect(
      openServer(`postgresql://clarion:wrong@127.0.0.1:${port}/postgres`),
    ).rejects.toThrow('does not accept user "clarion"');
    // Ended by another hand, it is started again; ended with its process, it is gone.
    expectLogged(/^the local PostgreSQL server ended unexpectedly/);
    process.kill(pid, "SIGINT");
    await vi.waitUntil(() => serverOf(folder) !== undefined && serverOf(folder)?.pid !== pid, {
      timeout: 30_000,
    });
    await vi.waitFor(
      async () => expect(await named.query("SELECT n FROM kept")).toEqual([{ n: 1 }]),
      { timeout: 30_000 },
    );
    await named.close();
    await server.stop();
    expect(serverOf(folder)).toBeUndefined();
    expect(lost).not.toHaveBeenCalled();
  });

  it("says which folder cannot be written", async () => {
    vi.stubEnv("TMPDIR", "/proc/none");
    await expect(openLocal(newFolder())).rejects.toThrow(
      "The temporary folder /proc/none cannot be written. Set TMPDIR",
    );
  });
});
