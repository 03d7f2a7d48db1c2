import { placeOf } from "@/lib/compose/place";
import { pathOf, sharedParts, type SharedPart, type SharedText } from "@/lib/compose/shared-text";
import { fieldCosts } from "@/lib/compose/sizes";
import { platforms } from "@/lib/interface/device-kinds";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { stepsOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { rules, type RuleId } from "@/lib/interface/rules";
import { textIn } from "@/lib/interface/value-shape";
import { buttonName, canonicalAction, valueName } from "./action-words";
import { isHardlySeen, screensText, summaryOf, type ScreenCut } from "./cuts";
import type { Doubt } from "./doubt";
import { editsForAll, pointersOfPart, valueAt, type Fix } from "./edits";
import { fixOf, shortenBy } from "./fixes";
import { headlineOf, platformIn } from "./headline";

/** What is wrong or odd, once for each cause, however many places it shows in. */
export interface Finding {
  severity: "error" | "warning";
  /** Of the first problem. */
  rule: RuleId | "text.cut" | "text.unfilled" | "doubt";
  pointer: string;
  /**
   * RFC 6901 pointer of the field to mend it in: for what is too large as a whole, the one that
   * weighs most.
   */
  field: string;
  /** Where it is, in words. */
  label: string;
  /** What to do, in one plain sentence. */
  headline: string;
  /** What the service says of it, in each place; nothing of what is only seen on screens. */
  problems: readonly Problem[];
  /** It stands in what is written for all platforms. */
  part?: SharedPart;
  fix?: Fix;
}

/** A problem; `of` names the app that it concerns where that is not the first one. */
export type ReportedProblem = Problem & { of?: string };

interface ReviewedRequest {
  problems: readonly ReportedProblem[];
  warnings: readonly ReportedProblem[];
  request: PushRequestInput;
  shared: SharedText;
  /** The body that was judged. */
  body: string;
  /** Of it, as bytes of UTF-8. */
  countedBytes: number;
}

const partLabels: Record<SharedPart, string> = { title: "Title", text: "Text", image: "Image URL" };

/** Problems that have one cause wherever they are: together they make one finding. */
const causes: Partial<Record<RuleId, string>> = {
  "android.text.required": "text.required",
  "ios.text.required": "text.required",
  "web.text.required": "text.required",
  "interactive.category.required": "buttons.required",
  "interactive.actions.required": "buttons.required",
};

/** Those that are found at each element of a list, and once are enough. */
const ofLists: ReadonlySet<RuleId> = new Set([
  "destination.id.unusable",
  "destination.id.twice",
  "destination.id.empty",
  "web.platform_types.twice",
  "interactive.device_types.twice",
]);

/** Problems of one cause, the first of which is named. */
interface Group {
  severity: Finding["severity"];
  part: SharedPart | undefined;
  reports: ReportedProblem[];
}

/**
 * Everything that is wrong and then everything that is odd, each cause once, in the order in which
 * the service reports it.
 */
export function findingsOf({
  problems,
  warnings,
  request,
  shared,
  body,
  countedBytes,
}: ReviewedRequest): Finding[] {
  const heaviest = problems.some(({ rule }) => rule === "body.size")
    ? fieldCosts(body, 1)[0]?.pointer
    : undefined;
  const parts = partsIn(request, shared);
  const groups = groupsOf([...problems, ...warnings], ({ rule, pointer }) =>
    parts.get(rule === "body.size" ? (heaviest ?? "") : pointer),
  );
  return groups.map(({ severity, part, reports }) => {
    const [first] = reports as [ReportedProblem, ...ReportedProblem[]];
    const isSize = first.rule === "body.size";
    const fix = isSize
      ? shortenToFit(heaviest, countedBytes - PAYLOAD_BYTES, request, shared)
      : mend(reports, part, request, shared);
    const said = headlineOf(first);
    return {
      severity,
      rule: first.rule,
      pointer: first.pointer,
      field: isSize ? (heaviest ?? "") : first.pointer,
      label: isSize
        ? "Size"
        : part === undefined
          ? labelOf(first.pointer, request)
          : partLabels[part],
      headline: first.of === undefined ? said : `${first.of}: ${said}`,
      problems: reports.map(({ pointer, rule, code, message }) => ({
        pointer,
        rule,
        code,
        message,
      })),
      ...(part !== undefined && { part }),
      ...(fix && { fix }),
    };
  });
}

/** Puts together what has one cause, in the order of the first of each. */
function groupsOf(
  all: readonly ReportedProblem[],
  partOf: (problem: ReportedProblem) => SharedPart | undefined,
): Group[] {
  const groups = new Map<string, Group>();
  const at = new Map<string, ReportedProblem[]>();
  for (const one of all) {
    const severity = rules[one.rule].severity;
    // A misspelling explains the error at the same place: the finding reports the error.
    const refused = one.rule === "value.misspelt" ? at.get(one.pointer) : undefined;
    if (refused) {
      refused.push(one);
      continue;
    }
    const part = partOf(one);
    const key = `${severity} ${causeOf(one, part)}`;
    const group = groups.get(key) ?? { severity, part, reports: [] };
    group.reports.push(one);
    groups.set(key, group);
    at.set(one.pointer, group.reports);
  }
  return [...groups.values()];
}

/** The cause of a problem, by which it joins others in one finding. */
function causeOf({ rule, pointer }: Problem, part: SharedPart | undefined): string {
  const cause = causes[rule] ?? rule;
  if (part !== undefined || ofLists.has(rule) || cause === "buttons.required")
    return `${cause} ${part ?? ""}`;
  return rule === "app.provider.missing"
    ? `${cause} ${platformIn(pointer)}`
    : `${cause} ${pointer}`;
}

/** A warning for each text that hardly any screen shows whole, as it was measured. */
export function cutFindings(screens: readonly ScreenCut[]): Finding[] {
  return (["title", "text"] as const).flatMap((part): Finding[] => {
    if (!isHardlySeen(screens, part)) return [];
    const summary = summaryOf(screens, part, platforms);
    return [
      {
        severity: "warning",
        rule: "text.cut",
        pointer: `/channels/push/android/${part}`,
        field: `/channels/push/android/${part}`,
        label: partLabels[part],
        headline: `Truncated on ${screensText(summary)}.`,
        problems: [],
        part,
      },
    ];
  });
}

/**
 * A warning, or what it says itself, for each thing that the endpoint takes without a word, and
 * people would not.
 */
export function doubtFindings(doubts: readonly Doubt[]): Finding[] {
  return doubts.map(({ severity, pointer, headline, text, rule, part, fix }): Finding => ({
    severity: severity ?? "warning",
    rule: rule ?? "doubt",
    pointer,
    field: pointer,
    label: part === undefined ? placeOf(pointer).label : partLabels[part],
    headline: `${headline}. ${text}`,
    problems: [],
    ...(part !== undefined && { part }),
    ...(fix && { fix }),
  }));
}

/** Which places hold what is written for all, as it is written there. */
function partsIn(request: PushRequestInput, shared: SharedText): ReadonlyMap<string, SharedPart> {
  return new Map(
    sharedParts.flatMap((part) =>
      pointersOfPart(request, shared, part).map((pointer) => [pointer, part] as const),
    ),
  );
}

function mend(
  reports: readonly Problem[],
  part: SharedPart | undefined,
  request: PushRequestInput,
  shared: SharedText,
): Fix | undefined {
  const misspelt = reports.filter(({ rule }) => rule === "value.misspelt");
  const fix = fixOf(misspelt.length > 0 ? misspelt : reports, request);
  if (!fix || part === undefined) return fix;
  const [edit] = fix.edits;
  if (edit?.value === undefined) return fix;
  // Every place that follows the shared text gets the change, with or without a problem there.
  return { label: fix.label, ...editsForAll(request, shared, part, textIn(edit.value)) };
}

/** Shortens the text that weighs most, where that is enough. */
function shortenToFit(
  heaviest: string | undefined,
  over: number,
  request: PushRequestInput,
  shared: SharedText,
): Fix | undefined {
  if (heaviest === undefined || over <= 0) return undefined;
  const part = partsIn(request, shared).get(heaviest);
  const isOwn = platforms.some((platform) =>
    ["title", "text"].some(
      (name) => heaviest === `/${pathOf(platform, name as SharedPart)?.replaceAll(".", "/")}`,
    ),
  );
  if (part === "image" || !isOwn) return undefined;
  const copies = part === undefined ? 1 : pointersOfPart(request, shared, part).length;
  const shortText = shortenBy(textIn(valueAt(request, heaviest)), copies, over);
  if (shortText === undefined) return undefined;
  const value = `${shortText}…`;
  const change =
    part === undefined
      ? { edits: [{ pointer: heaviest, value }] }
      : editsForAll(request, shared, part, value);
  return { label: "Shorten to fit", ...change };
}

function labelOf(pointer: string, request: PushRequestInput): string {
  const [, , block, list, index, member] = stepsOf(pointer);
  if (block !== "interactive" || list !== "actions" || index === undefined)
    return placeOf(pointer).label;
  const name = buttonName(request.channels?.push?.interactive, Number(index));
  return member === "value"
    ? `${name}: ${valueName(canonicalAction(textIn(valueAt(request, pointer.replace(/value$/, "action")))))}`
    : name;
}
