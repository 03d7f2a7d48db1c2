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
    const code = `import { lockFolder } from "./lib/database/folder-lock.ts";
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
    const { exitCode, said } = await held(`
      for (let n = 0; n < 20; n += 1) {
        const until = performance.now() + 150;
        while (performance.now() < until);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      await release();
    `);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: "" });
  });
});
