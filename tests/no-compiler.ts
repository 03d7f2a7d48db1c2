import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Places of files that a process loaded, relative to the repository. It ran with
 * `NODE_V8_COVERAGE=folder`, and has ended in good order.
 */
export function loadedBy(folder: string): string[] {
  const root = new URL("..", import.meta.url).href;
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url.replace(root, ""));
  });
}

/** Those of them that are TypeScript, or read it. */
export function compilersAmong(loaded: readonly string[]): string[] {
  return loaded.filter((place) =>
    /\.[cm]?tsx?$|node_modules\/(tsx|esbuild|@esbuild|typescript|get-tsconfig)\//.test(place),
  );
}

/**
 * Command lines of the processes that a process has started and that live; undefined where the
 * system does not report them.
 */
export function childrenOf(pid: number): string[] | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    return children.map((child) =>
      readFileSync(`/proc/${child}/cmdline`, "utf8").replaceAll("\0", " "),
    );
  } catch {
    return undefined;
  }
}
