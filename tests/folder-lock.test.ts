import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "@/lib/database/folder-lock";
import { contestFolders } from "./folder-contests";

const timing = { beatMs: 20, quietMs: 600 };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clarion-lock-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
async function locked(folder: string) {
  const lock = await lockFolder(folder, timing);
  closers.push(() => lock.release());
  return lock;
}
/** A lock as another process left it. */
function leave(folder: string, holder: unknown): string {
  const file = join(folder, "clarion.lock", "another");
  mkdirSync(join(folder, "clarion.lock"));
  writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify(holder));
  return file;
}
const elsewhere = { id: "another", pid: process.pid, host: hostname(), place: "another start pid:[1]", started: "1" };

describe("the lock of a data folder", () => {
  it("is one process's, is given back, and leaves nothing that is in the way", async () => {
    const folder = newFolder();
    const lock = await locked(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(folder)).rejects.toThrow(new RegExp(`${folder} is in use by process ${process.pid}.*DATA_DIR.*DATABASE_URL`));
    await lock.release();
    await locked(folder);
    expect(readdirSync(folder)).toEqual(["clarion.lock"]);
  });

  it("is refused while a holder that cannot be looked at gives signs of life, and taken over when it gives none", async () => {
    const folder = newFolder();
    const file = leave(folder, elsewhere);
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), timing.beatMs);
    await expect(lockFolder(folder, timing)).rejects.toThrow(FolderInUseError);
    clearInterval(beat);
    // As if its clock were a year ahead: what counts is that nothing changes.
    utimesSync(file, new Date(Date.now() + 3e10), new Date(Date.now() + 3e10));
    await locked(folder);
  });

  it.each(["", "{", "null"])("is taken over, though not at once, when it reads %j", async (text) => {
    const folder = newFolder();
    leave(folder, text);
    const started = performance.now();
    await locked(folder);
    expect(performance.now() - started).toBeGreaterThan(timing.quietMs - 1);
  });

  it("is read where it is one file, as long as whoever wrote that lives", async () => {
    const folder = newFolder();
    const file = join(folder, "clarion.lock");
    const living = { pid: process.pid, host: hostname(), started: "", id: "old" };
    if (process.platform === "linux") living.started = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[19] ?? "";
    writeFileSync(file, JSON.stringify(living));
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), timing.beatMs);
    await expect(lockFolder(folder, timing)).rejects.toThrow(FolderInUseError);
    clearInterval(beat);
    writeFileSync(file, JSON.stringify({ ...living, pid: 2 ** 22 + 1 }));
    await locked(folder);
  });

  it("is kept while its holder's event loop stands still", async () => {
    const folder = newFolder();
    const file = join(folder, "clarion.lock");
    await locked(folder);
    const [name = ""] = readdirSync(file);
    // To others it looks like one that they cannot look at.
    writeFileSync(join(file, name), JSON.stringify(elsewhere));
    const other = contestant();
    await once(other, "message");
    const said = once(other, "message");
    other.send({ kind: "contest", folder, at: 0, timing });
    // Until the other, which needs no turn of this loop, must have judged.
    const until = performance.now() + 5 * timing.quietMs;
    while (performance.now() < until);
    expect((await said)[0]).toEqual({ kind: "lost" });
  });

  it("ends a process that was stopped for so long that another took over", async () => {
    const folder = newFolder();
    const holder = contestant();
    await once(holder, "message");
    holder.send({ kind: "contest", folder, at: 0 });
    expect((await once(holder, "message"))[0]).toEqual({ kind: "won" });
    holder.kill("SIGSTOP");
    const file = join(folder, "clarion.lock");
    const [name = ""] = readdirSync(file);
    writeFileSync(join(file, name), JSON.stringify(elsewhere));
    await locked(folder);
    const ended = once(holder, "exit");
    holder.kill("SIGCONT");
    expect(await ended).toEqual([null, "SIGKILL"]);
  });

  it("is won by exactly one of several processes, on new folders and on those left by a killed one, and never held by two", async () => {
    const { contests, wrong, held, together } = await contestFolders(250, 4_000);
    expect({ contests, wrong, together }).toEqual({ contests: 250, wrong: 0, together: 0 });
    expect(held).toBeGreaterThan(20);
  });
});

/** See `folder-contest.ts`. */
function contestant() {
  const child = fork(join(import.meta.dirname, "folder-contest.ts"), { execArgv: ["--import", "tsx"] });
  closers.push(() => child.kill("SIGKILL"));
  return child;
}
