import {
  deviceKinds,
  factsOf,
  platformOf,
  providerOf,
  type DeviceKind,
  type Platform,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { stepsOf } from "@/lib/interface/pointer";
import type { PushRequest } from "@/lib/interface/request";
import type { RuleId } from "@/lib/interface/rules";
import type { Appearance } from "@/lib/payload/appearance";
import { build } from "@/lib/payload/build";
import type { PayloadContext, ProviderRequest } from "@/lib/payload/provider-request";
import { readAppearance } from "@/lib/payload/read-appearance";
import { languageFor } from "@/lib/template/languages";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";

/** What a request that was accepted said to its template. */
export interface RealCall {
  parameters?: Record<string, string> | undefined;
  channels?: unknown;
}

/**
 * What a device shows that may change. `other`: the words are the same, and what is sent is not.
 */
export type ChangedPart = "title" | "text" | "buttons" | "other";

/** One side of a change: the words of a device, and the bytes that it is sent. */
export interface ProofSide {
  words: readonly string[];
  bytes: number;
}

/**
 * Calls that change alike on one kind of device in one language ("" is the default text), with one
 * of them as the example.
 */
export interface ProofGroup {
  kind: DeviceKind;
  language: string;
  parts: readonly ChangedPart[];
  calls: number;
  example: { before: ProofSide; after: ProofSide };
}

/** Calls whose payload fits today and would not any more. */
export interface ProofOverflow {
  kind: DeviceKind;
  language: string;
  calls: number;
  /** Of the largest. */
  bytes: number;
  limit: number;
}

/** Calls that are accepted today and would be rejected. */
export interface ProofRefusal {
  rule: RuleId;
  /** The parameter that it is about; "" for none. */
  parameter: string;
  /** The language that it is about; "" for all. */
  language: string;
  calls: number;
}

/** How far it is, and what was found so far; the most frequent first. */
export interface ProofReport {
  done: number;
  total: number;
  /** Calls that look the same everywhere. */
  unchanged: number;
  /** Calls that what is published refuses today, and that say nothing about a change. */
  left: number;
  groups: ProofGroup[];
  overflows: ProofOverflow[];
  refusals: ProofRefusal[];
}

/** Groups that are listed at most: beyond them only their number grows. */
const mostGroups = 60;
/** A web push looks alike to every browser, as far as its payload goes. */
const provenKinds = deviceKinds.filter((kind) => factsOf(kind).devices[0]?.kind === kind);
const transid = "00000000-0000-7000-8000-000000000000";

interface Change {
  key: string;
  kind: DeviceKind;
  language: string;
  parts: ChangedPart[];
  /** Of the first of a group. */
  example?: ProofGroup["example"];
}

const nothing: ProofGroup["example"] = {
  before: { words: [], bytes: 0 },
  after: { words: [], bytes: 0 },
};

interface Outcome {
  comparable: boolean;
  refusals: { key: string; refusal: Omit<ProofRefusal, "calls"> }[];
  overflows: { key: string; overflow: Omit<ProofOverflow, "calls"> }[];
  changes: Change[];
}

/**
 * Runs calls that were real through what is published and what would be, on every platform and in
 * every language, and adds up what changes.
 */
export class Proof {
  readonly #old: TemplateVersion;
  readonly #next: TemplateVersion;
  readonly #kinds: readonly DeviceKind[];
  readonly #context: PayloadContext;
  readonly #languages: readonly string[];
  /** Many calls say the same. */
  readonly #outcomes = new Map<string, Outcome>();
  readonly #groups = new Map<string, ProofGroup>();
  readonly #overflows = new Map<string, ProofOverflow>();
  readonly #refusals = new Map<string, ProofRefusal>();
  #done = 0;
  #unchanged = 0;
  #left = 0;

  constructor(
    old: TemplateVersion,
    next: TemplateVersion,
    app: { facts: PayloadContext["app"]; providers: readonly ProviderKind[] },
  ) {
    this.#old = old;
    this.#next = next;
    this.#kinds = provenKinds.filter((kind) => app.providers.includes(providerOf(kind)));
    this.#context = { transid, acceptedAt: 0, now: 0, app: app.facts };
    this.#languages = [
      "",
      ...new Set([...old.languages, ...next.languages].map(({ language }) => language)),
    ];
  }

  add(call: RealCall): void {
    const name = JSON.stringify([call.parameters, call.channels]);
    let outcome = this.#outcomes.get(name);
    if (!outcome) this.#outcomes.set(name, (outcome = this.#outcomeOf(call)));
    this.#done += 1;
    if (!outcome.comparable) {
      this.#left += 1;
      return;
    }
    const { refusals, overflows, changes } = outcome;
    if (refusals.length + overflows.length + changes.length === 0) this.#unchanged += 1;
    for (const { key, refusal } of refusals) tally(this.#refusals, key, { ...refusal, calls: 1 });
    for (const { key, overflow } of overflows) {
      const existingOverflow = tally(this.#overflows, key, { ...overflow, calls: 1 });
      if (existingOverflow && overflow.bytes > existingOverflow.bytes)
        existingOverflow.bytes = overflow.bytes;
    }
    for (const { key, example, ...change } of changes)
      tally(this.#groups, key, { ...change, calls: 1, example: example ?? nothing });
  }

  report(total: number): ProofReport {
    const often = <T extends { calls: number }>(tallies: ReadonlyMap<string, T>) =>
      [...tallies.values()]
        .toSorted((one, other) => other.calls - one.calls)
        .map((one) => ({ ...one }));
    return {
      done: this.#done,
      total,
      unchanged: this.#unchanged,
      left: this.#left,
      groups: often(this.#groups),
      overflows: often(this.#overflows),
      refusals: often(this.#refusals),
    };
  }

  #outcomeOf(call: RealCall): Outcome {
    const outcome: Outcome = { comparable: true, refusals: [], overflows: [], changes: [] };
    const request = {
      message: { template: "", parameters: call.parameters },
      channels: call.channels,
    } as unknown as PushRequest;
    for (const language of this.#languages) {
      // A language that one side lacks is what its devices get there: that of the chain, or the
      // default text.
      const before = resolve(request, this.#old, languageFor(this.#old.languages, language));
      if (!before.ok) {
        if (language === "") return { ...outcome, comparable: false };
        continue;
      }
      const after = resolve(request, this.#next, languageFor(this.#next.languages, language));
      if (after.ok) this.#compare(before.effective, after.effective, language, outcome);
      else
        for (const { rule, pointer } of after.problems) {
          const [message, member, parameter = ""] = stepsOf(pointer);
          const refusal = {
            rule,
            parameter: message === "message" && member === "parameters" ? parameter : "",
            language,
          };
          // A problem of the default text is not reported again for each language.
          const key = `${rule} ${refusal.parameter}`;
          if (!outcome.refusals.some((one) => one.key === key))
            outcome.refusals.push({ key, refusal });
        }
    }
    return outcome;
  }

  #compare(
    before: EffectiveRequest,
    after: EffectiveRequest,
    language: string,
    outcome: Outcome,
  ): void {
    for (const kind of this.#kinds) {
      const [was, is] = [build(before, kind, this.#context), build(after, kind, this.#context)];
      if (is?.tooLarge && !was?.tooLarge)
        outcome.overflows.push({
          key: `${kind} ${language}`,
          overflow: { kind, language, bytes: is.bytes, limit: is.limit },
        });
      if (was?.body === is?.body) continue;
      const parts = partsThatDiffer(before, after, kind);
      const key = `${kind} ${language} ${parts.join(" ")}`;
      const change = { key, kind, language, parts };
      // Only the first example of a group is shown.
      outcome.changes.push(
        this.#groups.has(key)
          ? change
          : { ...change, example: { before: this.#sideOf(was), after: this.#sideOf(is) } },
      );
    }
  }

  #sideOf(built: ProviderRequest | undefined): ProofSide {
    return {
      words: built ? wordsOf(readAppearance(built, this.#context.app)) : [],
      bytes: built?.bytes ?? 0,
    };
  }
}

/** Counts one more call. Returns the existing tally, or undefined for the first call. */
function tally<T extends { calls: number }>(
  tallies: Map<string, T>,
  key: string,
  first: T,
): T | undefined {
  const existingTally = tallies.get(key);
  if (existingTally) existingTally.calls += 1;
  else if (tallies.size < mostGroups) tallies.set(key, first);
  return existingTally;
}

function partsThatDiffer(
  before: EffectiveRequest,
  after: EffectiveRequest,
  kind: DeviceKind,
): ChangedPart[] {
  const platform = platformOf(kind);
  const [was, is] = [before.channels.push[platform], after.channels.push[platform]];
  const parts: ChangedPart[] = [];
  if (was?.title !== is?.title) parts.push("title");
  if (was?.text !== is?.text) parts.push("text");
  if (buttonsOf(before, platform) !== buttonsOf(after, platform)) parts.push("buttons");
  return parts.length === 0 ? ["other"] : parts;
}

/** What stands on the buttons of a platform, to be compared. */
function buttonsOf({ channels }: EffectiveRequest, platform: Platform): string | undefined {
  const { web, interactive } = channels.push;
  return platform === "web"
    ? web?.actiontext
    : interactive?.device_types.includes(platform)
      ? interactive.category
      : undefined;
}

/** Title, text and what stands on the buttons, as far as there is any. */
function wordsOf({ title, text, buttons }: Appearance): string[] {
  return [title ?? "", text ?? "", ...buttons.map(({ label }) => `[${label}]`)].filter(
    (part) => part !== "",
  );
}
