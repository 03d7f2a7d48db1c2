import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { SizeRule } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import {
  fill,
  FilledTooLargeError,
  isParameterName,
  placeholdersInBlocks,
} from "@/lib/template/placeholder";

/** What becomes of recipients who have neither a value for a parameter nor a default. */
export type MissingValuePolicy = "leave out" | "send as written";

/** Where the values of a message's parameters come from, by parameter, as a person chose it. */
export interface ValueChoices {
  /**
   * The column of the list that it takes its values from; "" for none. Left out: the one of its
   * name.
   */
  columns?: Readonly<Record<string, string>> | undefined;
  /** What recipients without a value get, where the parameter stands in the texts themselves. */
  defaults?: Readonly<Record<string, string>> | undefined;
  /** What becomes of recipients who have neither. Left out: nothing is sent before it is chosen. */
  lacking?: Readonly<Record<string, MissingValuePolicy>> | undefined;
}

/** How recipients are cut into requests, and where values of their own go. */
export interface PlanOptions {
  /** What counts against the 4 KB (contract 3). */
  sizeRule: SizeRule;
  /** Identifiers in a request, where its rate allows fewer than the interface. */
  most?: number;
  /**
   * Names that get values: the parameters of the template, or those in the texts; values of other
   * names are left out.
   */
  parameters: readonly string[];
  /**
   * The column of a list that a parameter takes its values from, where it is called otherwise; ""
   * for none.
   */
  columns?: Readonly<Record<string, string>> | undefined;
  /** There is no template: the values stand in the texts themselves. */
  inText?: true;
  /** What recipients without a value get in the texts, by parameter. */
  defaults?: Readonly<Record<string, string>>;
  /** Recipients without a value for one of these parameters are sent nothing. */
  leftOut?: readonly string[];
  /** Recipients without a value for one of these read its placeholder, as a person chose. */
  asWritten?: readonly string[];
}

type FillOptions = Pick<PlanOptions, "parameters" | "inText" | "defaults">;
type Values = Readonly<Record<string, string>>;

const valueIn = (values: Values | undefined, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** The column of a list that a parameter takes its values from; "" for none. */
export function columnOf(parameter: string, { columns }: Pick<PlanOptions, "columns">): string {
  return valueIn(columns, parameter) ?? parameter;
}

/**
 * What names of columns are compared by: capitals, blanks and `_` make no difference, so that
 * `First Name` is `first_name`.
 */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_]/g, "");

/**
 * The column of a list that a parameter takes its values from: the one that was chosen, as long as
 * the list has it, else the one of its name, else the only one whose name differs in capitals,
 * blanks and `_` alone; the parameter's own name where there is none, "" where none was chosen.
 */
export function columnFor(
  parameter: string,
  list: readonly string[],
  { columns }: Pick<ValueChoices, "columns">,
): string {
  const chosen = valueIn(columns, parameter);
  if (chosen !== undefined && (chosen === "" || list.includes(chosen))) return chosen;
  if (list.includes(parameter)) return parameter;
  const alike = list.filter((column) => plainName(column) === plainName(parameter));
  return alike.length === 1 && alike[0] !== undefined ? alike[0] : parameter;
}

/** The values that a recipient brings for the parameters, by parameter. */
export function ownValues(
  values: Values,
  options: Pick<PlanOptions, "parameters" | "columns">,
): Record<string, string> {
  return Object.fromEntries(
    options.parameters.flatMap((name) => {
      const value = valueIn(values, columnOf(name, options));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Whether a recipient with these values is sent nothing, because one is lacking. */
export function isLeftOut(own: Values, { leftOut = [] }: Pick<PlanOptions, "leftOut">): boolean {
  return leftOut.some((name) => valueIn(own, name) === undefined);
}

/**
 * The request of a pattern to these, with values of their own: as parameters of its template, or in
 * its texts, where `${name}` becomes the value, else the default, else stays, and `$${` becomes
 * `${`. Values are data, and are never looked at again.
 */
export function requestWith(
  pattern: PushRequestInput,
  destination: PushRequestInput["destination"],
  own: Values,
  { parameters, inText, defaults }: FillOptions,
): PushRequestInput {
  const { message, channels } = pattern;
  const request = { ...pattern, destination };
  if (inText) {
    const values = parameters.flatMap((name) => {
      const value = valueIn(own, name) ?? valueIn(defaults, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...request, channels: filledChannels(channels, new Map(values)) };
  }
  if (!message || Object.keys(own).length === 0) return request;
  return { ...request, message: { ...message, parameters: { ...message.parameters, ...own } } };
}

type Channels = PushRequestInput["channels"];

/**
 * Stands for texts that would grow beyond any bound: it is refused for its size as they would be
 * (contract 2 code 7026).
 */
const tooLarge: Channels = { push: { android: { text: "x".repeat(PAYLOAD_BYTES) } } };

/**
 * The same channels with every `${name}` replaced; what would grow beyond any bound is one text
 * that is refused for its size.
 */
export function filledChannels(channels: Channels, values: ReadonlyMap<string, string>): Channels {
  try {
    return fill(channels, values) as Channels;
  } catch (error) {
    if (error instanceof FilledTooLargeError) return tooLarge;
    throw error;
  }
}

interface PlanInput extends ValueChoices {
  /** What counts against the 4 KB (contract 3). */
  sizeRule: SizeRule;
  /** Parameters of the template; undefined when the request names none, or an unknown one. */
  declared: readonly string[] | undefined;
  /** Names of the columns of the list that it goes to; undefined where it goes to none. */
  list: readonly string[] | undefined;
}

/**
 * How a request is cut and filled: by the values that its template takes, or by those that stand in
 * its texts.
 */
export function planOptionsOf(
  { message, channels }: PushRequestInput,
  input: PlanInput,
): PlanOptions {
  const { sizeRule, declared = [], list, columns, defaults, lacking } = input;
  const inText = message === undefined;
  const parameters = inText ? textParameters(channels) : declared;
  if (parameters.length === 0)
    return { sizeRule, parameters, ...(inText && hasPlaceholder(channels) && { inText }) };
  const elsewhere = (list ? parameters : [])
    .map((name) => [name, columnFor(name, list ?? [], { columns })] as const)
    .filter(([name, column]) => column !== name);
  const otherwise = inText ? pick(defaults, parameters) : {};
  const without = parameters.filter(
    (name) => valueIn(inText ? otherwise : message.parameters, name) === undefined,
  );
  const leftOut = list ? without.filter((name) => lackingOf(lacking, name) === "leave out") : [];
  const asWritten = inText
    ? without.filter((name) => lackingOf(lacking, name) === "send as written")
    : [];
  return {
    sizeRule,
    parameters,
    ...(elsewhere.length > 0 && { columns: Object.fromEntries(elsewhere) }),
    ...(inText && { inText }),
    ...(Object.keys(otherwise).length > 0 && { defaults: otherwise }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(asWritten.length > 0 && { asWritten }),
  };
}

/** What was chosen for an order that was counted, from how it is cut. */
export function choicesIn(cuts: readonly PlanOptions[]): ValueChoices {
  const lacking = cuts.flatMap(({ leftOut = [], asWritten = [] }) => [
    ...leftOut.map((name) => [name, "leave out"] as const),
    ...asWritten.map((name) => [name, "send as written"] as const),
  ]);
  return {
    columns: Object.assign({}, ...cuts.map(({ columns }) => columns)) as Record<string, string>,
    defaults: Object.assign({}, ...cuts.map(({ defaults }) => defaults)) as Record<string, string>,
    lacking: Object.fromEntries(lacking),
  };
}

/** Whether texts have anything that is filled in: a placeholder, or `$${`. */
export const hasPlaceholder = (channels: Channels) => JSON.stringify(channels ?? {}).includes("${");

const longestName = 64;

/** The parameters that stand in texts without a template. */
export function textParameters(channels: Channels): string[] {
  if (!hasPlaceholder(channels)) return [];
  return placeholdersInBlocks(channels).filter(
    (name) => name.length <= longestName && isParameterName(name),
  );
}

function lackingOf(lacking: ValueChoices["lacking"], name: string): MissingValuePolicy | undefined {
  return lacking && Object.hasOwn(lacking, name) ? lacking[name] : undefined;
}

function pick(values: Values | undefined, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueIn(values, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
