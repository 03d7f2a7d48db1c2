import { spawnSync } from "node:child_process";
import { root } from "./prepare.mjs";

/**
 * Installs another line of Node from the npm registry, outside of the project, unless npm's cache
 * has it.
 *
 * @param {string} major for instance "26"
 * @returns {string | undefined} path of its executable; undefined where it is not to be had
 */
export function otherNode(major) {
  const of = `node-${process.platform}-${process.arch}@${major}`;
  const args = ["exec", "--yes", `--package=${of}`, "--", "node", "-p", "process.execPath"];
  const { status, stdout } = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const path = stdout?.trim().split("\n").at(-1) ?? "";
  return status === 0 && path !== "" ? path : undefined;
}
