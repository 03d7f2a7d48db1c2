import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lostPaths } from "./named-paths";

const folder = mkdtempSync(join(tmpdir(), "clarion-paths-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

it("finds nothing in this repository", () => {
  expect(lostPaths(join(import.meta.dirname, ".."))).toEqual([]);
});

it("finds what comments and documents name in vain, and nothing else", () => {
  write(
    "lib/a/here.ts",
    '// See lib/a/here and lib/a/gone.ts.\nconst path = "lib/a/code.ts"; // https://a.example/lib/x.ts\n',
  );
  write(
    "lib/a/block.ts",
    "/**\n * As lib/a/here.ts (lib/b/gone), lib/a/*.ts, lib/c/*.ts and tools/{x,y}.ts say.\n */\n",
  );
  write("app/(shop)/[id]/page.tsx", "// app/(shop)/[id]/page.tsx, app/(shop)/[name]/page.tsx\n");
  write("prisma/schema/a.prisma", "/// Moved by lib/a/moved.ts alone.\n");
  write(
    "docs/a.md",
    "[here](../lib/a/here.ts), [gone](gone.md#part), [lib/a/here.ts](../lib/a/here.ts), [out](https://a.example/docs/x.md)\n",
  );
  write(
    "docs/b.md",
    "`a/here` and `a/*.ts` are there, `a/moved` is not; `text/plain` and a/word are no paths.\n",
  );
  write("README.md", "Run `tools/gone.mjs`.\n");
  write("CHANGELOG.md", "lib/old/room.ts was there once.\n");
  expect(
    lostPaths(folder)
      .map(({ file, path }) => `${file}: ${path}`)
      .toSorted(),
  ).toEqual([
    "README.md: tools/gone.mjs",
    "app/(shop)/[id]/page.tsx: app/(shop)/[name]/page.tsx",
    "docs/a.md: docs/gone.md",
    "docs/b.md: a/moved",
    "lib/a/block.ts: lib/b/gone",
    "lib/a/block.ts: lib/c/*.ts",
    "lib/a/block.ts: tools/{x,y}.ts",
    "lib/a/here.ts: lib/a/gone.ts",
    "prisma/schema/a.prisma: lib/a/moved.ts",
  ]);
});
