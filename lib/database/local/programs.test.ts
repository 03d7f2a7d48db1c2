import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findPrograms, packageHere } from "./programs";

const root = mkdtempSync(join(tmpdir(), "clarion-programs-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const here = packageHere();
let number = 0;

/**
 * The package as npm leaves it where it runs no scripts of packages: without links of libraries,
 * and without the right to run.
 */
function withoutScripts(): { home: string; version: string } {
  const folder = join(root, String((number += 1)));
  cpSync(join(here.home, ".."), folder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(folder, "native/pg-symlinks.json"), "utf8")) as {
    target: string;
  }[];
  for (const { target } of links)
    if (lstatSync(join(folder, target), { throwIfNoEntry: false })?.isSymbolicLink())
      rmSync(join(folder, target));
  for (const name of ["postgres", "initdb", "pg_ctl"])
    chmodSync(join(folder, "native/bin", name), 0o644);
  return { home: join(folder, "native"), version: here.version };
}

function newFolder(): string {
  const folder = join(root, `data-${(number += 1)}`);
  mkdirSync(folder);
  return folder;
}

const versionOf = (program: string) =>
  spawnSync(program, ["--version"], { encoding: "utf8" }).stdout;

describe("the programs of the server", () => {
  it("get the links of libraries and the right to run that npm left out", () => {
    const { home, version } = withoutScripts();
    const folder = newFolder();
    const { path, major } = findPrograms(folder, { home, version });
    expect(path("postgres")).toBe(join(home, "bin/postgres"));
    expect(versionOf(path("initdb"))).toContain(` ${major}.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are copied into the data folder where the package cannot be written, and copies of other versions go", ({
    skip,
  }) => {
    const { home, version } = withoutScripts();
    const [folder, mounted] = [newFolder(), newFolder()];
    mkdirSync(join(folder, "postgresql-17.0.0/native"), { recursive: true });
    mkdirSync(join(folder, "postgresql"));
    const mount = (...args: string[]) => spawnSync("mount", args).status === 0;
    if (!mount("--bind", join(home, ".."), mounted)) skip();
    try {
      if (!mount("-o", "remount,bind,ro", mounted)) skip();
      for (let start = 0; start < 2; start += 1) {
        const { path } = findPrograms(folder, { home: join(mounted, "native"), version });
        expect(path("postgres")).toBe(join(folder, `postgresql-${version}`, "native/bin/postgres"));
        expect(versionOf(path("pg_ctl"))).toContain("pg_ctl");
      }
    } finally {
      spawnSync("umount", [mounted]);
    }
    expect(readdirSync(folder).toSorted()).toEqual(["postgresql", `postgresql-${version}`]);
  });

  it("are asked for by one sentence where there are none for the system, or they do not run", () => {
    expect(() => packageHere("sunos", "sparc")).toThrow(
      "There is no PostgreSQL server for this system (sunos sparc). Set DATABASE_URL to a PostgreSQL server, or run npm install again without --omit=optional.",
    );
    const { home, version } = withoutScripts();
    writeFileSync(join(home, "bin/postgres"), "no program");
    expect(existsSync(join(home, "bin/postgres"))).toBe(true);
    expect(() => findPrograms(newFolder(), { home, version })).toThrow(
      /does not run on this system \(.*\)\. Set DATABASE_URL to a PostgreSQL server/,
    );
  });
});
