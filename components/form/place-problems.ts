import { asSentence, type AnswerProblem } from "@/lib/inputs/answer";
import { pointerToPath } from "@/lib/interface/pointer";

/** Problems, each where it is shown. */
interface PlacedProblems {
  /** One for a field at most: the first one. */
  fields: readonly { path: string; message: string }[];
  /** What concerns no field that is on the screen, in its own words; each once. */
  rest: readonly string[];
}

/**
 * Finds for each problem the field that its pointer names, or the nearest one that holds it:
 * `/recipients/3/id` is shown at `recipients`.
 *
 * @param paths of the fields that are on the screen
 */
export function placeProblems(
  problems: readonly AnswerProblem[],
  paths: readonly string[],
): PlacedProblems {
  const fields = new Map<string, string>();
  const rest = new Set<string>();
  for (const { pointer, message } of problems) {
    const path = nearest(pointerToPath(pointer), paths);
    if (path === undefined) rest.add(message);
    else if (!fields.has(path)) fields.set(path, asSentence(message));
  }
  return { fields: Array.from(fields, ([path, message]) => ({ path, message })), rest: [...rest] };
}

function nearest(problemPath: string, paths: readonly string[]): string | undefined {
  for (
    let path = problemPath;
    path !== "";
    path = path.slice(0, Math.max(0, path.lastIndexOf(".")))
  )
    if (paths.includes(path)) return path;
  return undefined;
}
