import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * Runs a script of which the first line printed is JSON, lets `then` act on it, and waits for its
 * end.
 */
async function run<T>(
  script: string,
  then: (report: T, pid: number) => void,
): Promise<{ report: T; code: number | null }> {
  // oxlint-disable-next-line node/no-process-env -- handed on to a process of its own
  const env = { ...process.env, TEST_DATABASE_URL: "" };
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  let report: T | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (report !== undefined || !text.includes("\n")) return;
    report = JSON.parse(text.split("\n")[0] ?? "") as T;
    then(report, child.pid ?? 0);
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (report === undefined) throw new Error("It ended before it said anything.");
  return { report, code };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
    socket.once("error", () => resolve(false));
  });

/** Ways to end, with what the process ends with. */
const ends = [
  { how: "runs out of work", script: "", signal: undefined, code: 0 },
  { how: "calls process.exit", script: "process.exit(3);", signal: undefined, code: 3 },
  { how: "throws", script: "throw new Error('broken');", signal: undefined, code: 1 },
  {
    how: "is interrupted",
    script: "setInterval(() => undefined, 1000);",
    signal: "SIGINT",
    code: 130,
  },
  {
    how: "is terminated",
    script: "setInterval(() => undefined, 1000);",
    signal: "SIGTERM",
    code: 143,
  },
] as const;

describe("a process that uses temporary things", () => {
  it.each(ends)(
    "leaves no folder and no child when it $how",
    async ({ script, signal, code: expectedCode }) => {
      const { report, code } = await run<{ path: string; port: number }>(
        `import { spawn } from "node:child_process";
       import { writeFileSync } from "node:fs";
       import { temporaryFolder, undoAtEnd } from "./tools/ending.mjs";
       const { path } = temporaryFolder("clarion-ending");
       writeFileSync(path + "/file", "x");
       const listen = "const s = require('net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))";
       const child = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "ignore"] });
       undoAtEnd(() => child.kill("SIGKILL"));
       const port = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(Number(text))));
       child.unref();
       child.stdout.destroy();
       process.stdout.write(JSON.stringify({ path, port }) + "\\n");
       ${script}`,
        (_report, pid) => signal && process.kill(pid, signal),
      );
      expect(code).toBe(expectedCode);
      expect(existsSync(report.path)).toBe(false);
      await expect.poll(() => answers(report.port)).toBe(false);
    },
  );

  it("leaves a signal to who heeds it already", async () => {
    const { code } = await run<object>(
      `import { undoAtEnd } from "./tools/ending.mjs";
       process.on("SIGINT", () => process.exit(7));
       undoAtEnd(() => undefined);
       process.stdout.write("{}\\n");
       setInterval(() => undefined, 1000);`,
      (_report, pid) => process.kill(pid, "SIGINT"),
    );
    expect(code).toBe(7);
  });

  it.each(ends)("leaves no PostgreSQL running when it $how", async ({ script, signal }) => {
    const { report } = await run<{ url: string; folder: string }>(
      `import { temporaryPostgres } from "./tools/postgres";
       const { url, folder } = await temporaryPostgres();
       process.stdout.write(JSON.stringify({ url, folder }) + "\\n");
       ${script}`,
      (_report, pid) => signal && process.kill(pid, signal),
    );
    expect(await answers(Number(new URL(report.url).port))).toBe(false);
    expect(existsSync(join(report.folder, "data"))).toBe(false);
  });
});
