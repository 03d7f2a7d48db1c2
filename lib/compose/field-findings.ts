import type { Finding } from "./findings";
import { placeOf } from "./place";
import type { SharedPart } from "./shared-text";

/** The path of the field that says a part for all platforms. */
export function sharedPath(part: SharedPart): string {
  return `shared.${part}`;
}

/** The path of the field to mend a finding in. */
export function pathOfFinding({ part, field }: Pick<Finding, "part" | "field">): string {
  return part === undefined ? placeOf(field).path : sharedPath(part);
}

/** Findings by the path of each field that they are told at: their own, and that of what is written for all. */
export function noticesAt(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    // Its field says so already: where a text is cut, what an image is like, which column a value comes from.
    if (finding.rule === "text.cut" || finding.rule === "doubt") continue;
    const places =
      finding.field === finding.pointer ? finding.problems.map(({ pointer }) => placeOf(pointer).path) : [placeOf(finding.field).path];
    for (const path of new Set([pathOfFinding(finding), ...places])) byPath.set(path, [...(byPath.get(path) ?? []), finding]);
  }
  return byPath;
}

/** Whether it is only that something is not written yet: no mistake, until somebody has left its field. */
export function isMissing({ rule }: Pick<Finding, "rule">): boolean {
  return (
    rule.endsWith(".required") || rule === "web.title.missing" || rule === "web.actiontext.missing" || rule === "destination.ids.empty"
  );
}
