import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "clarion-house-"));
afterAll(() => rmSync(folder, { recursive: true }));

const config = join(folder, "oxlintrc.json");
writeFileSync(
  config,
  JSON.stringify({ jsPlugins: [join(root, "tools/oxlint-house.mjs")], categories: {}, rules: { "house/no-url-can-parse": "error" } }),
);

/** How often the house rule is broken by a program. */
async function broken(program: string): Promise<number> {
  const file = join(folder, "program.ts");
  writeFileSync(file, program);
  const told = await run(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "-c", config, file]).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? "",
  );
  const { diagnostics } = JSON.parse(told) as { diagnostics: { code: string }[] };
  return diagnostics.filter(({ code }) => code.includes("no-url-can-parse")).length;
}

describe("no-url-can-parse", () => {
  it.each(['URL.canParse("x");', 'URL["canParse"]("x");', "const { canParse } = URL;", "[].filter(URL.canParse);"])(
    "refuses %s",
    async (program) => {
      expect(await broken(program)).toBe(1);
    },
  );

  it.each(['new URL("https://example.com");', "const { searchParams } = url;", 'url.canParse("x");'])("lets %s pass", async (program) => {
    expect(await broken(program)).toBe(0);
  });
});
