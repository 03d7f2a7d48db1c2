import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Opens an embedded database in a process of its own, runs a script, and returns how the process ended and what it said. */
async function ended(then: string) {
  const code = `import module from "node:module";
    import threads from "node:worker_threads";
    const started = [];
    threads.Worker = class extends threads.Worker {
      constructor(...given) {
        super(...given);
        started.push(this);
      }
    };
    module.syncBuiltinESMExports();
    const { openEmbedded } = await import("./lib/database/embedded.ts");
    const timing = { lookMs: 20, hungMs: 120_000 };
    const database = await openEmbedded(undefined, undefined, timing);
    const endless = () => database.query("DO $$ BEGIN LOOP END LOOP; END $$");
    ${then}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [exitCode, signal] = (await once(child, "close")) as [number | null, string | null];
  return { exitCode, signal, said };
}

const farewell = (why: RegExp) =>
  expect.stringMatching(new RegExp(`^${why.source}\\. Clarion is stopping\\. Start it again; [^\\n]*\\n$`)) as string;

describe("a process with an embedded database", () => {
  it("ends and says why when a statement does not come back, though its own event loop turns", async () => {
    const { signal, said } = await ended("timing.hungMs = 1_000; await endless();");
    expect({ signal, said }).toEqual({ signal: "SIGKILL", said: farewell(/A statement of the embedded database did not finish in time/) });
  });

  it.each(["", "endless().catch(() => undefined);"])("ends and says why when the engine's thread dies (%s)", async (meanwhile) => {
    const { signal, said } = await ended(`${meanwhile} setInterval(() => undefined, 1_000); await started.at(-1).terminate();`);
    expect({ signal, said }).toEqual({ signal: "SIGKILL", said: farewell(/The embedded database stopped unexpectedly \(\w+\)/) });
  });

  it("lives on while an answer comes, and no longer", async () => {
    const { exitCode, said } = await ended(`const [row] = await database.query("SELECT pg_sleep(0.2), 7 AS n"); console.log(row.n);`);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: "7\n" });
  });
});
