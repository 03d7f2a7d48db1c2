import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { SizeRule } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import { fill, FilledTooLargeError, placeholdersInBlocks } from "@/lib/template/placeholder";

/** How recipients are cut into requests, and where values of their own go. */
export interface PlanOptions {
  /** What counts against the 4 KB (contract 3). */
  sizeRule: SizeRule;
  /** Names that values are taken for: the parameters of the template, or those in the texts; values of others are left out. */
  parameters: readonly string[];
  /** The column of a list that a parameter takes its values from, where it is called otherwise; "" for none. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** There is no template: the values stand in the texts themselves. */
  inText?: true;
}

type Values = Readonly<Record<string, string>>;

/** The column of a list that a parameter takes its values from; "" for none. */
export function columnOf(parameter: string, { columns = {} }: Pick<PlanOptions, "columns">): string {
  return (Object.hasOwn(columns, parameter) ? columns[parameter] : undefined) ?? parameter;
}

/** The values that a recipient brings for the parameters, by parameter. */
export function ownValues(values: Values, options: Pick<PlanOptions, "parameters" | "columns">): Record<string, string> {
  return Object.fromEntries(
    options.parameters.flatMap((name) => {
      const column = columnOf(name, options);
      const value = Object.hasOwn(values, column) ? values[column] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * The request of a pattern to these, with values of their own: as parameters of its template, or in its texts, where `${name}` becomes the value, or nothing for
 * who has none, and `$${` becomes `${`. Values are data, and are never looked at again.
 */
export function requestWith(
  pattern: PushRequestInput,
  destination: PushRequestInput["destination"],
  own: Values,
  { parameters, inText }: Pick<PlanOptions, "parameters" | "inText">,
): PushRequestInput {
  const { message, channels } = pattern;
  const request = { ...pattern, destination };
  if (inText) {
    const values = new Map(parameters.map((name) => [name, own[name] ?? ""]));
    return { ...request, channels: filledChannels(channels, values) };
  }
  if (!message || Object.keys(own).length === 0) return request;
  return { ...request, message: { ...message, parameters: { ...message.parameters, ...own } } };
}

type Channels = PushRequestInput["channels"];

/** Stands for texts that would grow beyond any bound: it is refused for its size as they would be (contract 2 code 7026). */
const tooLarge: Channels = { push: { android: { text: "x".repeat(PAYLOAD_BYTES) } } };

/** The same channels with every `${name}` replaced; what would grow beyond any bound is one text that is refused for its size. */
export function filledChannels(channels: Channels, values: ReadonlyMap<string, string>): Channels {
  try {
    return fill(channels, values) as Channels;
  } catch (error) {
    if (error instanceof FilledTooLargeError) return tooLarge;
    throw error;
  }
}

interface Asked {
  sizeRule: SizeRule;
  /** Parameters of the template; undefined when the request names none, or an unknown one. */
  declared: readonly string[] | undefined;
  /** Names of the columns of the list that it goes to; undefined where it goes to none. */
  list: readonly string[] | undefined;
  columns: Readonly<Record<string, string>> | undefined;
}

/** How a request is cut and filled. Texts are filled for a list with columns only, and never where there is a template, which has placeholders of its own. */
export function planOptionsOf({ message, channels }: PushRequestInput, { sizeRule, declared, list, columns = {} }: Asked): PlanOptions {
  if (message !== undefined) {
    const parameters = declared ?? [];
    const mapped = Object.entries(columns).filter(([name, column]) => parameters.includes(name) && column !== name);
    return { sizeRule, parameters, ...(list && mapped.length > 0 && { columns: Object.fromEntries(mapped) }) };
  }
  if (!list || list.length === 0 || !JSON.stringify(channels ?? {}).includes("${")) return { sizeRule, parameters: [] };
  return { sizeRule, parameters: placeholdersInBlocks(channels).filter((name) => list.includes(name)), inText: true };
}
