import { placeOf } from "@/lib/compose/place";
import type { SharedPart } from "@/lib/compose/shared-text";
import type { Finding } from "./findings";

/** The path of the field that says a part for all platforms. */
export function sharedPath(part: SharedPart): string {
  return `shared.${part}`;
}

/** The path of the field to mend a finding in. */
export function pathOfFinding({ part, field }: Pick<Finding, "part" | "field">): string {
  return part === undefined ? placeOf(field).path : sharedPath(part);
}

/**
 * The paths of the fields that a finding is shown at: its own, and those of what is written for
 * all.
 */
function pathsOf(finding: Finding): ReadonlySet<string> {
  const places =
    finding.field === finding.pointer
      ? finding.problems.map(({ pointer }) => placeOf(pointer).path)
      : [placeOf(finding.field).path];
  return new Set([pathOfFinding(finding), ...places]);
}

/** Findings by the path of each field that they are shown at. */
export function noticesAt(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    // Its field says so already: where a text is cut, what an image is like, which column a value
    // comes from.
    if (finding.rule === "text.cut" || finding.rule === "doubt") continue;
    for (const path of pathsOf(finding)) byPath.set(path, [...(byPath.get(path) ?? []), finding]);
  }
  return byPath;
}

/** Whether it is only that a value is missing: no mistake, until the user has left its field. */
export function isMissing({ rule, pointer }: Pick<Finding, "rule" | "pointer">): boolean {
  // What people on a list lack was looked at, and found missing.
  if (rule === "template.parameter.required" && pointer.startsWith("/destination")) return false;
  return (
    rule.endsWith(".required") ||
    rule === "web.title.missing" ||
    rule === "web.actiontext.missing" ||
    rule === "destination.ids.empty"
  );
}

/** What the user has done at the fields so far. */
export interface FieldHistory {
  /** Sending was tried: what is still empty is a mistake now. */
  tried: boolean;
  /** Paths of fields that the user has left. */
  left: ReadonlySet<string>;
}

/** Findings as they are shown: what is wrong, what is merely not written yet, and what is odd. */
export interface FindingGroups {
  errors: Finding[];
  missing: Finding[];
  warnings: Finding[];
}

/**
 * Sorts findings. Nothing is wrong about a message that is being begun: what it lacks is a mistake
 * once its field was left, or sending was tried.
 */
export function sorted(findings: readonly Finding[], { tried, left }: FieldHistory): FindingGroups {
  const isPending = (finding: Finding) =>
    !tried && isMissing(finding) && ![...pathsOf(finding)].some((path) => left.has(path));
  const errors = findings.filter(({ severity }) => severity === "error");
  const missing = errors.filter(isPending);
  const warnings = findings.filter(({ severity }) => severity === "warning");
  return {
    errors: errors.filter((finding) => !missing.includes(finding)),
    missing,
    // What it could have besides is said once it has what it needs.
    warnings: missing.length > 0 ? warnings.filter((finding) => !isPending(finding)) : warnings,
  };
}
