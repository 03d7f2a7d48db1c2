import { endOfString } from "@/lib/interface/exact-json";

/**
 * The line, from 1, on which the value that a pointer names begins, or the nearest one that holds
 * it.
 *
 * @param text valid JSON
 * @param steps of the pointer
 */
export function pointerLine(text: string, steps: readonly string[]): number {
  const path: (string | number)[] = [];
  const objects: boolean[] = [];
  let line = 1;
  let nearest = { steps: 0, line: 1 };
  let isNaming = false;
  let isElement = false;
  const visit = () => {
    if (path.length > nearest.steps && path.every((step, at) => String(step) === steps[at]))
      nearest = { steps: path.length, line };
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (unit === "\n") line += 1;
    if (/\s/.test(unit)) continue;
    if (isElement && unit !== "]") visit();
    isElement = false;
    if (unit === '"') {
      const end = endOfString(text, at);
      if (isNaming) {
        path[path.length - 1] = JSON.parse(text.slice(at, end + 1)) as string;
        isNaming = false;
        visit();
      }
      at = end;
    } else if (unit === "{" || unit === "[") {
      isNaming = unit === "{";
      isElement = !isNaming;
      objects.push(isNaming);
      path.push(isNaming ? "" : 0);
    } else if (unit === "}" || unit === "]") {
      isNaming = false;
      objects.pop();
      path.pop();
    } else if (unit === ",") {
      isNaming = objects.at(-1) === true;
      isElement = !isNaming;
      if (isElement) path[path.length - 1] = Number(path.at(-1)) + 1;
    }
  }
  return nearest.line;
}
