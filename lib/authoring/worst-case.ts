import { bodyOf } from "@/lib/compose/assemble";
import { languageName } from "@/lib/compose/language-name";
import { numberText } from "@/lib/compose/number-text";
import { bytesText, isOver, requestRow, rowOfPayload, type SizeRow } from "@/lib/compose/sizes";
import {
  deviceKinds,
  factsOf,
  platformOf,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import type { Problem } from "@/lib/interface/problem";
import type { PushBlocksInput } from "@/lib/interface/request";
import { appFacts, type StoredApp } from "@/lib/payload/app-facts";
import { build } from "@/lib/payload/build";
import type { PayloadContext } from "@/lib/payload/provider-request";
import type { SentContent } from "@/lib/template/content";
import { blocksIn } from "@/lib/template/languages";
import type { TemplateParameter } from "@/lib/template/parameters";
import {
  makingsOf,
  mostFilledBytes,
  placeholderOf,
  placeholdersInBlocks,
} from "@/lib/template/placeholder";
import { filledAsWideAsPossible, fillingsOf, ordersOf, type Values } from "./worst-fillings";
import { isUnlimited, jsonBytes, widestValue } from "./worst-values";

/** What a template takes at most, and which of its parameters makes it so large. */
export interface WorstCase {
  row: SizeRow;
  /** The language that takes so much; "" for the default text. */
  language: string;
  /** Bytes that its widest value alone adds. */
  by: { name: string; bytes: number; unlimited: boolean } | undefined;
}

export interface WorstOptions {
  appid: string;
  templateId: string;
  app: PayloadContext["app"];
  /** Those of the app; with none, all are looked at. */
  providers: readonly ProviderKind[];
}

/** The app of a template as it is stored, where there is one. */
export interface OwnApp {
  appid: string;
  templateId: string;
  app: (StoredApp & { providers: readonly ProviderKind[] }) | undefined;
}

/** As long as a real one. */
const transid = "00000000-0000-7000-8000-000000000000";

/**
 * What is too large once every parameter has the widest value that it takes, in the language that
 * makes it largest, or in the first that takes more than twice what fits; none where everything
 * fits for any values. Where a value has to be a number, an address or one of a few words, the
 * widest of those stands there.
 */
export function worstCases(making: SentContent, options: WorstOptions): WorstCase[] {
  return longestCases(making, options).filter(({ row }) => isOver(row));
}

/**
 * Returns the size of the request and of each provider's largest payload with the longest values,
 * counted as {@link worstTexts} does: in the language that makes it largest, or in `language`, ""
 * for the default text.
 */
export function longestRows(making: SentContent, own: OwnApp, language?: string): SizeRow[] {
  return longestCases(making, optionsOf(own), language === undefined ? undefined : [language]).map(
    ({ row }) => row,
  );
}

function longestCases(
  { blocks, parameters: declared, languages }: SentContent,
  options: WorstOptions,
  within: readonly string[] = ["", ...languages.map(({ language }) => language)],
): WorstCase[] {
  const said = new Set(
    placeholdersInBlocks([blocks, languages.map(({ texts }) => texts.map(({ text }) => text))]),
  );
  const parameters = declared.filter(({ name }) => said.has(name));
  const kinds = deviceKinds.filter(
    (kind) => options.providers.length === 0 || options.providers.includes(providerOf(kind)),
  );
  const worst = new Map<string, WorstCase>();
  const take = (row: SizeRow, language: string, by: () => WorstCase["by"]) => {
    if (row.bytes > (worst.get(row.what)?.row.bytes ?? 0))
      worst.set(row.what, { row, language, by: by() });
  };
  const widestValues = new Map(parameters.map((one) => [one.name, widestValue(one)]));
  take(requestRow(requestBytes(widestValues, options)), "", () =>
    largest(parameters, widestValues, new Map(parameters.map(({ name }) => [name, 1]))),
  );
  // A provider whose payload is far too large in one language is skipped in the others: their exact
  // sizes are of no interest.
  const isHopeless = (kind: DeviceKind) => {
    const { row } = worst.get(providerOf(kind)) ?? {};
    return row !== undefined && row.bytes > 2 * row.limit;
  };
  for (const language of within) {
    const left = kinds.filter((kind) => !isHopeless(kind));
    if (left.length === 0) break;
    const fillings = fillingsOf(parameters, language);
    const widest = fillings[0] ?? new Map<string, string>();
    const whole = sentToAny(blocksIn(blocks, languages, language), left);
    const { heavy, own } = apart(whole, left, widest);
    for (const { kind, bytes } of heavy) {
      const { kind: provider, limit } = factsOf(kind);
      take(rowOfPayload({ provider, bytes, limit }), language, () =>
        largest(parameters, widest, timesIn(whole, kind)),
      );
    }
    for (const tries of ordersOf(parameters, fillings)) {
      const effective = filledAsWideAsPossible(own, tries);
      if (!effective) continue;
      for (const kind of left) {
        const built = build(effective, kind, { transid, acceptedAt: 0, now: 0, app: options.app });
        if (built)
          take(rowOfPayload(built), language, () =>
            largest(parameters, widest, timesIn(own, kind)),
          );
      }
    }
  }
  return [...worst.values()];
}

/** What is too large at worst of a template's content, each in a sentence or two. */
export interface WorstProblems {
  /** What values that it allows make too large: it is not to be published so. */
  problems: Problem[];
  /**
   * What a parameter without a maximum length makes too large. Each request bounds its value, and
   * is judged by itself.
   */
  warnings: Problem[];
}

/**
 * What is too large at worst, in the words for programs; nothing where everything fits for any
 * values.
 */
export function worstProblems(making: SentContent, own: OwnApp): WorstProblems {
  const cases = casesOf(making, own);
  const problemsWhere = (unlimited: boolean) =>
    cases
      .filter(({ by }) => (by?.unlimited ?? false) === unlimited)
      .map(
        (one) =>
          ({
            pointer: "/blocks",
            message: worstText(one),
            rule: "template.payload.size",
            code: "7026",
          }) satisfies Problem,
      );
  return { problems: problemsWhere(false), warnings: problemsWhere(true) };
}

/**
 * Returns how large a template can become and what to do about it, two sentences for people; none
 * where everything fits for any values.
 */
export function worstTexts(making: SentContent, own: OwnApp): string[] {
  const cases = casesOf(making, own);
  if (cases.length === 0) return [];
  const sizes = cases.map(({ row, language }) => {
    const what = row.what === "request" ? "in the request" : `on ${row.label}`;
    return `${numberText(row.bytes)} of ${bytesText(row.limit)} ${what}${language === "" ? "" : ` in ${languageName(language)}`}`;
  });
  const unlimited = making.parameters.filter(isUnlimited).map(({ name }) => placeholderOf(name));
  const heavy = new Set(cases.flatMap(({ by }) => (by ? [placeholderOf(by.name)] : [])));
  const remedy =
    unlimited.length > 0
      ? `Set a maximum length for ${list.format(unlimited)}.`
      : heavy.size > 0
        ? `Lower the maximum length of ${list.format(heavy)}.`
        : "Shorten the texts.";
  return [`Up to ${list.format(sizes)}.`, remedy];
}

const list = new Intl.ListFormat("en");

function casesOf(making: SentContent, own: OwnApp): WorstCase[] {
  return worstCases(making, optionsOf(own));
}

function optionsOf({ app, ...named }: OwnApp): WorstOptions {
  return {
    ...named,
    app: app ? appFacts(app) : { name: "Your app" },
    providers: app?.providers ?? [],
  };
}

/** A worst case in a sentence or two. */
export function worstText({ row, language, by }: WorstCase): string {
  const where = language === "" ? "" : ` in ${languageName(language)}`;
  const what = row.what === "request" ? "the request" : row.label;
  const size = `With the longest values ${what} takes ${numberText(row.bytes)} of ${bytesText(row.limit)}${where}.`;
  if (!by) return size;
  const { name, bytes, unlimited } = by;
  return `${size} ${unlimited ? `${placeholderOf(name)} has no maximum length.` : `Most of it is ${placeholderOf(name)}, with ${bytesText(bytes)}.`}`;
}

/**
 * Kinds of devices that would be sent more than any filled content takes, with those bytes at
 * least, counted and not written out; and the blocks that are left to be filled in.
 */
function apart(
  blocks: PushBlocksInput,
  kinds: readonly DeviceKind[],
  widest: Values,
): { heavy: { kind: DeviceKind; bytes: number }[]; own: PushBlocksInput } {
  const heavy = kinds.flatMap((kind) => {
    const { times, literalBytes } = makingsOf(sentTo(blocks, kind));
    const bytes = [...times].reduce(
      (sum, [name, count]) => sum + count * (jsonBytes(widest.get(name) ?? "") - 2),
      literalBytes,
    );
    return bytes > mostFilledBytes ? [{ kind, bytes }] : [];
  });
  return {
    heavy,
    own: sentToAny(
      blocks,
      kinds.filter((kind) => !heavy.some((one) => one.kind === kind)),
    ),
  };
}

/** The blocks that any of these kinds of devices is sent something of. */
function sentToAny(blocks: PushBlocksInput, kinds: readonly DeviceKind[]): PushBlocksInput {
  const names = new Set<string>(kinds.map(platformOf));
  if ((names.has("android") && blocks.android) || (names.has("ios") && blocks.ios))
    names.add("interactive");
  return Object.fromEntries(Object.entries(blocks).filter(([name]) => names.has(name)));
}

/** The blocks that a kind of device is sent something of. */
function sentTo(blocks: PushBlocksInput, kind: DeviceKind): unknown[] {
  const platform = platformOf(kind);
  if (blocks[platform] === undefined) return [];
  return platform === "web" ? [blocks.web] : [blocks[platform], blocks.interactive];
}

function requestBytes(values: Values, { appid, templateId }: WorstOptions): number {
  const message = { template: templateId, parameters: Object.fromEntries(values) };
  return new TextEncoder().encode(
    bodyOf({ deliverychannel: "push", appid, destination: [{ userid: ["somebody"] }], message }),
  ).length;
}

/** How often each parameter stands in what a kind of device is sent. */
function timesIn(blocks: PushBlocksInput, kind: DeviceKind): ReadonlyMap<string, number> {
  return makingsOf(sentTo(blocks, kind)).times;
}

function largest(
  parameters: readonly TemplateParameter[],
  widest: Values,
  times: ReadonlyMap<string, number>,
): WorstCase["by"] {
  const costs = parameters.map((one) => ({
    name: one.name,
    bytes: (jsonBytes(widest.get(one.name) ?? "") - 2) * (times.get(one.name) ?? 0),
    unlimited: isUnlimited(one),
  }));
  return costs
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes)[0];
}
