import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./ending.mjs";
import { consoleHash, root } from "./prepare.mjs";

describe("the version of the sources", () => {
  let copy = "";
  beforeAll(() => {
    copy = temporaryFolder("clarion-sources").path;
    // A downloaded archive: no git.
    for (const name of [
      "app",
      "components",
      "lib",
      "public",
      "tools/prepare.mjs",
      "proxy.ts",
      "next.config.mjs",
      "postcss.config.mjs",
      "tsconfig.json",
      "package-lock.json",
    ])
      if (existsSync(join(root, name)))
        cpSync(join(root, name), join(copy, name), { recursive: true });
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  /** Imports the module again each time: it caches what it has read. */
  const hashOfCopy = async (nth: number) => {
    const url = `${pathToFileURL(join(copy, "tools/prepare.mjs")).href}?${nth}`;
    return ((await import(/* @vite-ignore */ url)) as { consoleHash: () => string }).consoleHash();
  };

  it("is the same in another folder, with other tests, and another one for other sources", async () => {
    expect(await hashOfCopy(1)).toBe(consoleHash());
    for (const name of ["more.test.ts", ".DS_Store", "more.ts~"])
      writeFileSync(join(copy, "lib", name), "");
    expect(await hashOfCopy(2)).toBe(consoleHash());
    writeFileSync(join(copy, "lib/more.ts"), "");
    expect(await hashOfCopy(3)).not.toBe(consoleHash());
  });
});
