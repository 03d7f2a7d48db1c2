import { fork, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FolderInUseError, lockFolder } from "@/lib/database/folder-lock";
import { contestFolders } from "./folder-contests";

const timing = { beatMs: 20, quietMs: 600 };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
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
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let taken = false;
    const lock = locked(folder).then(() => (taken = true));
    await vi.advanceTimersByTimeAsync(timing.quietMs - 1);
    expect(taken).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    await lock;
  });

  it("is read where it is one file, as long as its writer lives", async () => {
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
    // Waited for without a turn of this loop.
    const program = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, "../lib/database/folder-lock.ts"))};
      await lockFolder(${JSON.stringify(folder)}).then(() => console.log("won"), (error) => console.log(error.constructor.name));
      process.exit();`;
    const judged = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      cwd: join(import.meta.dirname, ".."),
      encoding: "utf8",
    });
    expect(judged.stdout.trim().split("\n").at(-1)).toBe("FolderInUseError");
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

  it("is refused to a process 1 by the process 1 of another container, and given to it when that one has died", async ({ skip }) => {
    const folder = newFolder();
    const first = contained();
    if (!first) return skip();
    await once(first, "message");
    first.send({ kind: "contest", folder, at: 0, timing });
    expect((await once(first, "message"))[0]).toEqual({ kind: "won" });
    const lock = join(folder, "clarion.lock");
    expect(JSON.parse(readFileSync(join(lock, readdirSync(lock)[0] ?? ""), "utf8"))).toMatchObject({ pid: 1, host: hostname() });
    const second = contained();
    if (!second) throw new Error("the first could be started");
    await once(second, "message");
    const verdict = async () => {
      second.send({ kind: "contest", folder, at: 0, timing });
      return (await once(second, "message"))[0] as unknown;
    };
    expect(await verdict()).toEqual({ kind: "lost" });
    const died = once(first, "exit");
    first.kill("SIGKILL");
    await died;
    expect(await verdict()).toEqual({ kind: "won" });
  });

  it("is won by exactly one of several processes, on new folders and on those left by a killed one, and never held by two", async () => {
    const { contests, wrong, held, together } = await contestFolders(250, 20);
    expect({ contests, wrong, held, together }).toEqual({ contests: 250, wrong: 0, held: 60, together: 0 });
  });
});

/** One that is process 1 in a namespace of pids of its own, as in a container; undefined where this user may make none. */
function contained(): ChildProcess | undefined {
  const own = [process.getuid?.() === 0 ? "-pf" : "-rpf", "--mount-proc", "--kill-child"];
  if (spawnSync("unshare", [...own, "true"]).status !== 0) {
    process.stdout.write("\nSKIPPED: the lock between containers. This user may make none here.\n\n");
    return undefined;
  }
  const child = spawn("unshare", [...own, process.execPath, "--import", "tsx", join(import.meta.dirname, "folder-contest.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  closers.push(() => child.kill("SIGKILL"));
  return child;
}

/** See `folder-contest.ts`. */
function contestant() {
  const child = fork(join(import.meta.dirname, "folder-contest.ts"), { execArgv: ["--import", "tsx"] });
  closers.push(() => child.kill("SIGKILL"));
  return child;
}
