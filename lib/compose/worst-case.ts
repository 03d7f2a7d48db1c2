import {
  deviceKinds,
  platformOf,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { pointerOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import type { PushBlocksInput } from "@/lib/interface/request";
import { appFacts, type KeptApp } from "@/lib/payload/app-facts";
import { build } from "@/lib/payload/build";
import type { PayloadContext } from "@/lib/payload/context";
import { payloadLimits } from "@/lib/payload/provider-request";
import { isDateFormat, longestDate, shownValues } from "@/lib/template/date-format";
import { blocksIn, type TemplateLanguage } from "@/lib/template/languages";
import { sampleValues } from "@/lib/template/parameters";
import {
  FilledTooLargeError,
  makingsOf,
  mostFilledBytes,
  placeholderOf,
  placeholdersIn,
  placeholdersInBlocks,
  substitute,
} from "@/lib/template/placeholder";
import { bodyOf } from "./assemble";
import { languageName } from "./language-name";
import { numberText } from "./number-text";
import { bytesText, isOver, requestRow, rowOfPayload, type SizeRow } from "./sizes";
import { declaredOf, type DraftParameter } from "./template-draft";
import { asFarAsComplete, judgeContent } from "./unfinished";
import {
  countingValue,
  isUnlimited,
  jsonBytes,
  plainValue,
  widestValue,
  widestWebAddress,
} from "./worst-values";

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

/** The app of a template as it is kept, where it is known. */
export interface OwnApp {
  appid: string;
  templateId: string;
  app: (KeptApp & { providers: readonly ProviderKind[] }) | undefined;
}

export interface Making {
  blocks: PushBlocksInput;
  parameters: readonly DraftParameter[];
  languages: readonly TemplateLanguage[];
}

type Values = ReadonlyMap<string, string>;

/** As long as a real one. */
const transid = "00000000-0000-7000-8000-000000000000";

/**
 * What is too large once every parameter has the widest value that it takes, in the language that
 * makes it largest, or in the first that takes more than twice what fits; none where everything
 * fits for any values. Where a value has to be a number, an address or one of a few words, the
 * widest of those stands there.
 */
export function worstCases(making: Making, options: WorstOptions): WorstCase[] {
  return longestCases(making, options).filter(({ row }) => isOver(row));
}

/**
 * Returns the size of the request and of each provider's largest payload with the longest values,
 * counted as {@link worstTexts} does: in the language that makes it largest, or in `language`, ""
 * for the default text.
 */
export function longestRows(making: Making, own: OwnApp, language?: string): SizeRow[] {
  return longestCases(making, optionsOf(own), language === undefined ? undefined : [language]).map(
    ({ row }) => row,
  );
}

function longestCases(
  { blocks, parameters: declared, languages }: Making,
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
  const given = new Map(parameters.map((one) => [one.name, widestValue(one)]));
  take(requestRow(requestBytes(given, options)), "", () =>
    largest(parameters, given, new Map(parameters.map(({ name }) => [name, 1]))),
  );
  // What is far from fitting in one language is looked at in no other: how far from it there is
  // nobody's question.
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
      const provider = providerOf(kind);
      take(rowOfPayload({ provider, bytes, limit: payloadLimits[provider] }), language, () =>
        largest(parameters, widest, timesIn(whole, kind)),
      );
    }
    for (const tries of orders(parameters, fillings)) {
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
export function worstProblems(making: Making, own: OwnApp): WorstProblems {
  const cases = casesOf(making, own);
  const told = (unlimited: boolean) =>
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
  return { problems: told(false), warnings: told(true) };
}

/**
 * Returns how large a template can become and what to do about it, two sentences for people; none
 * where everything fits for any values.
 */
export function worstTexts(making: Making, own: OwnApp): string[] {
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

function casesOf(making: Making, own: OwnApp): WorstCase[] {
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

/**
 * What stands in texts of a language in place of the parameters, the widest first, the samples
 * last.
 */
function fillingsOf(parameters: readonly DraftParameter[], language: string): Values[] {
  const dates = new Map(
    parameters.flatMap(({ name, type, format }) =>
      type === "date" && format !== undefined && isDateFormat(format)
        ? [[name, longestDate(format, [language])]]
        : [],
    ),
  );
  const widest = [widestValue, widestWebAddress, plainValue, countingValue].map(
    (valueOf) => new Map(parameters.map((one) => [one.name, dates.get(one.name) ?? valueOf(one)])),
  );
  const samples = new Map(Object.entries(sampleValues(parameters.map(declaredOf))));
  return [...widest, shownValues(parameters, samples, language)];
}

/**
 * Which values are tried first: an address may weigh more as one of a web page, although it takes
 * fewer bytes itself.
 */
function orders(
  parameters: readonly DraftParameter[],
  fillings: readonly Values[],
): (readonly Values[])[] {
  const [widest, address, ...rest] = fillings;
  if (!widest || !address || parameters.every(({ type }) => type !== "url" && type !== "text"))
    return [fillings];
  return [fillings, [address, widest, ...rest]];
}

function requestBytes(values: Values, { appid, templateId }: WorstOptions): number {
  const message = { template: templateId, parameters: Object.fromEntries(values) };
  return new TextEncoder().encode(
    bodyOf({ deliverychannel: "push", appid, destination: [{ userid: ["somebody"] }], message }),
  ).length;
}

/** The blocks with the first of the values in each text that are taken there. */
function filledAsWideAsPossible(
  blocks: PushBlocksInput,
  tries: readonly Values[],
): EffectiveRequest | undefined {
  const turn = new Map<string, number>();
  const gaps: string[] = [];
  mapTexts(blocks, "", (text, pointer) => {
    if (placeholdersIn(text).length > 0) gaps.push(pointer);
    return text;
  });
  for (let round = 0; ; round += 1) {
    const push = mapTexts(blocks, "", (text, pointer) =>
      filledOrWritten(text, tries[turn.get(pointer) ?? 0]),
    );
    const judged = judgeContent({ channels: { push } });
    if ("effective" in judged) return judged.effective;
    const faults = judged.wrong.map((path) => pointerOf(path.slice(2)));
    const wrong = gaps.filter(
      (gap) =>
        (turn.get(gap) ?? 0) < tries.length - 1 &&
        faults.some((at) => gap === at || gap.startsWith(`${at}/`)),
    );
    // What is wrong whatever is filled in is left out, as previews do.
    if (wrong.length === 0 || round > gaps.length * tries.length)
      return asFarAsComplete({ channels: { push } }, undefined)?.effective;
    for (const gap of wrong) turn.set(gap, (turn.get(gap) ?? 0) + 1);
  }
}

/** A sample of a draft may be of any length. */
function filledOrWritten(text: string, values: Values = new Map()): string {
  try {
    return substitute(text, values);
  } catch (error) {
    if (error instanceof FilledTooLargeError) return text;
    throw error;
  }
}

/** The same JSON value with each text replaced; `map` gets its pointer. */
function mapTexts(
  value: unknown,
  pointer: string,
  map: (text: string, pointer: string) => string,
): unknown {
  if (typeof value === "string") return map(value, pointer);
  if (Array.isArray(value))
    return value.map((element, index) => mapTexts(element, pointer + pointerOf([index]), map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapTexts(member, pointer + pointerOf([name]), map),
    ]),
  );
}

/** How often each parameter stands in what a kind of device is sent. */
function timesIn(blocks: PushBlocksInput, kind: DeviceKind): ReadonlyMap<string, number> {
  return makingsOf(sentTo(blocks, kind)).times;
}

function largest(
  parameters: readonly DraftParameter[],
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
