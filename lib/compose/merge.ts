import { pointerOf } from "@/lib/interface/pointer";
import { isObject } from "@/lib/interface/value-shape";
import { assemble } from "./assemble";
import type { Composition } from "./composition";
import { placeOf } from "./place";

/** What two people write at: the message, what it says everywhere, and who it goes to. */
export type MergeContent = Pick<Composition, "request" | "shared" | "reach">;

/** What merging takes, fields in words: what they changed alone, and what both changed. */
export interface MergedFields {
  theirs: string[];
  both: string[];
}

export interface MergeResult extends MergedFields {
  content: MergeContent;
}

/** An object of JSON. */
export type Json = Record<string, unknown>;

/**
 * Members whose parts belong together: half of one and half of the other would be an action that
 * neither chose.
 */
const whole = new Set(["notificationaction", "interactive", "message", "segment"]);
const sharedNames: Record<string, string> = {
  title: "Title for all",
  text: "Text for all",
  image: "Image for all",
};
const reachNames: Record<string, string> = {
  audienceId: "Saved list",
  segment: "Segment",
  moreAppids: "Further apps",
  columns: "Columns of the list",
  defaults: "Defaults",
  lacking: "Recipients without a value",
  language: "Language",
  rate: "Rate",
  necessary: "Necessary",
};
const platformNames = ["Android", "iOS", "Web"];

/**
 * Merges two versions that have the same base, field by field. A change that only one version has
 * is applied; where both changed the same field differently, `mine` wins. Lists and actions are
 * merged as a whole.
 */
export function merge(base: MergeContent, mine: MergeContent, theirs: MergeContent): MergeResult {
  const changes: Changes = { theirs: new Set(), both: new Set() };
  const merged = (
    partOf: (version: MergeContent) => unknown,
    labelOf: Parameters<typeof mergeJson>[4],
  ) =>
    mergeJson(json(partOf(base)), json(partOf(mine)), json(partOf(theirs)), [], labelOf, changes);
  const request = merged(
    (version) => assemble(version.request),
    (steps) => placeOf(pointerOf(steps)).label,
  );
  const shared = merged(
    (version) => version.shared,
    ([name = ""]) => sharedNames[name] ?? name,
  );
  const reach = oneSource(
    merged(
      (version) => version.reach,
      ([name = ""]) => reachNames[name] ?? name,
    ),
    json(mine.reach),
    changes,
  );
  return {
    content: { request, shared, reach } as unknown as MergeContent,
    theirs: namesOf(changes.theirs).filter((label) => !changes.both.has(label)),
    both: namesOf(changes.both),
  };
}

/** A message goes to a list or to a segment: where each chose another one, `mine` wins. */
function oneSource(reach: Json, mine: Json, changes: Changes): Json {
  const { audienceId, segment, ...others } = reach;
  if (audienceId === null || segment === undefined) return reach;
  changes.both.add(reachNames["segment"] ?? "");
  return {
    audienceId: mine["audienceId"] ?? null,
    ...(mine["segment"] !== undefined && { segment: mine["segment"] }),
    ...others,
  };
}

/** What was written for all is not reported once more for each platform that follows it. */
function namesOf(labels: ReadonlySet<string>): string[] {
  const repeatedLabels = Object.entries(sharedNames).flatMap(([part, name]) =>
    labels.has(name) ? platformNames.map((platform) => `${platform} ${part}`) : [],
  );
  return [...labels].filter((label) => !repeatedLabels.includes(label));
}

/** What {@link mergeJson} found, in words. */
export interface Changes {
  theirs: Set<string>;
  both: Set<string>;
}

/**
 * Merges two versions of an object that have the same base, member by member; where both changed a
 * member differently, `mine` wins.
 *
 * @param labelOf returns the label of a member on screens, by its path
 * @param changes records which version each change came from
 */
export function mergeJson(
  base: Json,
  mine: Json,
  theirs: Json,
  at: readonly string[],
  labelOf: (steps: readonly string[]) => string,
  changes: Changes,
): Json {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const merged: [string, unknown][] = [];
  for (const name of names) {
    const steps = [...at, name];
    const [baseMember, mineMember, theirMember] = [
      own(base, name),
      own(mine, name),
      own(theirs, name),
    ];
    const deep = !whole.has(name) && isObject(mineMember) && isObject(theirMember);
    const value = deep
      ? mergeJson(
          isObject(baseMember) ? baseMember : {},
          mineMember,
          theirMember,
          steps,
          labelOf,
          changes,
        )
      : choose(baseMember, mineMember, theirMember, labelOf(steps), changes);
    if (value !== undefined) merged.push([name, value]);
  }
  return Object.fromEntries(merged);
}

function choose(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  label: string,
  changes: Changes,
): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine;
  if (same(base, mine)) {
    changes.theirs.add(label);
    return theirs;
  }
  changes.both.add(label);
  return mine;
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Members in one order, independent of the order they were written in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  );
}

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function own(value: Json, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
