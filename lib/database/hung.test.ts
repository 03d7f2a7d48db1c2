import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

describe("a process that holds a data folder", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clarion-hung-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Holds the folder with quick beats, then does as told; how it ended and what it said. */
  const held = async (then: string) => {
    const code = `import { readdirSync, statSync } from "node:fs";
      import { lockFolder } from "./lib/database/folder-lock.ts";
      const { release } = await lockFolder(${JSON.stringify(folder)}, { beatMs: 20, quietMs: 15_000, hungMs: 2_000 });
      ${then}`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const [exitCode, signal] = (await once(child, "exit")) as [number | null, string | null];
    return { exitCode, signal, said };
  };

  it("ends and says why when its event loop does not turn any more", async () => {
    const { signal, said } = await held("for (;;);");
    expect({ signal, said }).toEqual({ signal: "SIGKILL", said: expect.stringContaining("has not come back from a statement") as string });
  });

  it("is left alone while it only takes long, again and again", async () => {
    // Counted in beats, as the thread counts that ends the process: 140 in all of which the event loop misses 7 in a row, of 100 that it may.
    const { exitCode, said } = await held(`
      const lock = ${JSON.stringify(join(folder, "clarion.lock"))};
      const beat = () => statSync(lock + "/" + readdirSync(lock)[0]).mtimeMs;
      for (let n = 0; n < 20; n += 1) {
        for (let beats = 0, last = beat(); beats < 7; ) {
          const now = beat();
          if (now !== last) beats += 1;
          last = now;
        }
        for (const last = beat(); beat() === last; ) await new Promise((resolve) => setImmediate(resolve));
      }
      await release();
    `);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: "" });
  });
});
