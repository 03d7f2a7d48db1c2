import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localServers } from "./testing";

const root = join(import.meta.dirname, "../../..");
const { folders, newFolder, another, rowsIn } = localServers();

/** A folder of programs that fail, in place of those of their names. */
function failing(...names: string[]): Record<string, string> {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of names)
    writeFileSync(join(folder, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  // oxlint-disable-next-line node/no-process-env -- handed on to a process of its own
  return { PATH: `${folder}:${process.env["PATH"]}` };
}

describe.runIf(process.getuid?.() === 0)("the local server of root", () => {
  it.each([
    ["user namespaces", []],
    ["the rights of another account", ["unshare"]],
  ])(
    "runs by %s, in a folder that others cannot enter, and after it ran otherwise",
    async (_, without) => {
      const folder = newFolder();
      for (const names of [without, [], without]) {
        const one = another(folder, failing(...names));
        expect({ isOpen: await one.isOpen(), said: one.lines()[0] }).toEqual({
          isOpen: true,
          said: "open",
        });
        one.child.kill("SIGKILL");
        await one.ended();
      }
      expect(await rowsIn(folder)).toBeGreaterThan(0);
    },
  );

  it("is an ordinary user's where Clarion is", async ({ skip }) => {
    const asUser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
    if (
      spawnSync(asUser[0] ?? "", [...asUser.slice(1), "test", "-r", join(root, "package.json")])
        .status !== 0
    )
      skip();
    const folder = newFolder();
    mkdirSync(folder);
    chmodSync(folders, 0o755);
    chownSync(folder, 65_534, 65_534);
    const one = another(folder, {}, asUser);
    expect({ isOpen: await one.isOpen(), said: one.lines()[0] }).toEqual({
      isOpen: true,
      said: "open",
    });
    expect(statSync(join(folder, "postgresql")).uid).toBe(65_534);
    one.child.kill("SIGKILL");
    await one.ended();
    // Root looks at it once, and leaves it the user's.
    expect(await rowsIn(folder)).toBeGreaterThan(0);
    const again = another(folder, {}, asUser);
    expect({ isOpen: await again.isOpen(), said: again.lines()[0] }).toEqual({
      isOpen: true,
      said: "open",
    });
    // Others may not enter, as before.
    chmodSync(folders, 0o700);
  });

  it("says what to do where neither is permitted", async () => {
    const one = another(newFolder(), failing("unshare", "setpriv"));
    expect(await one.isOpen()).toBe(false);
    expect(one.lines()[0]).toMatch(
      /^PostgreSQL does not run as root, .*Run Clarion as another user, or set DATABASE_URL/,
    );
  });
});
