import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Said, Told } from "./folder-contest";

/** What came of many contests. */
export interface Contests {
  contests: number;
  /** Contests that more than one process won, or none. */
  wrong: number;
  /** How often the lock was taken in the contests without a pause, and how often by two at once. */
  held: number;
  together: number;
}

const contestants = 3;
const leadMs = 3;

/**
 * Lets several processes contest data folders at the same moments: folders that are new, and folders that a process killed with SIGKILL has left locked. Then
 * lets them take one folder from each other without a pause.
 *
 * @param contests how many; two of three are for folders left locked
 * @param hurries how often each takes it without a pause
 */
export async function contestFolders(contests: number, hurries: number): Promise<Contests> {
  const root = mkdtempSync(join(tmpdir(), "clarion-contests-"));
  const left = join(root, "left");
  const dying = await start();
  await ask(dying, { kind: "contest", folder: left, at: 0 }, "won");
  const died = once(dying, "exit");
  dying.kill("SIGKILL");
  await died;
  const children = await Promise.all(Array.from({ length: contestants }, start));
  const result: Contests = { contests, wrong: 0, held: 0, together: 0 };
  try {
    for (let n = 0; n < contests; n += 1) {
      const folder = join(root, String(n));
      if (n % contestants === 0) mkdirSync(folder);
      else cpSync(left, folder, { recursive: true });
      const at = Date.now() + leadMs;
      const said = await Promise.all(children.map((child) => ask(child, { kind: "contest", folder, at }, "won", "lost")));
      if (said.filter(({ kind }) => kind === "won").length !== 1) result.wrong += 1;
      await Promise.all(children.map((child) => ask(child, { kind: "release" }, "released")));
      rmSync(folder, { recursive: true });
    }
    for (const said of await Promise.all(children.map((child) => ask(child, { kind: "hurry", folder: left, times: hurries }, "hurried"))))
      if (said.kind === "hurried") {
        result.held += said.held;
        result.together += said.together;
      }
    return result;
  } finally {
    for (const child of children) child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  }
}

async function start(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "folder-contest.ts"), { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  return child;
}

function ask(child: ChildProcess, told: Told, ...wanted: Said["kind"][]): Promise<Said> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("a contestant died"));
    child.once("exit", gone);
    child.once("message", (said: Said) => {
      child.off("exit", gone);
      if (wanted.includes(said.kind)) resolve(said);
      else reject(new Error(`a contestant said ${said.kind}`));
    });
    child.send(told);
  });
}
