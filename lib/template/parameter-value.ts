import { z } from "zod";
import { utf8Bytes } from "@/lib/interface/text";
import { dangerousScheme, hasStraySpace, isAbsoluteUrl, parseUrl } from "@/lib/interface/url";
import { mostValueBytes } from "./text";

/** What a value has to be (contract 6). */
export const parameterTypes = ["text", "number", "url", "date", "choice"] as const;
/** One of {@link parameterTypes}. */
export type ParameterType = (typeof parameterTypes)[number];

/** The members of a declared parameter that decide about a value. */
interface ValueRules {
  type: ParameterType;
  choices?: readonly string[] | undefined;
  /** Bytes of UTF-8. */
  maxLength?: number | undefined;
}

/** What is wrong with a value by its parameter's declaration (contract 6). */
export type Misfit =
  | { kind: "type"; expected: string }
  | { kind: "length"; limit: number; bytes: number };

/** Bytes of the longest accepted date: a moment with nanoseconds and an offset. */
export const longestDate = 35;

/**
 * Characters of the longest accepted number: more digits than any currency, quantity or id has.
 */
export const longestNumber = 40;

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const expectations: Readonly<
  Record<
    Exclude<ParameterType, "text" | "choice">,
    { fits: (value: string) => boolean; expected: string }
  >
> = {
  number: {
    fits: (value) => value.length <= longestNumber && /^-?\d+(?:\.\d+)?$/.test(value),
    expected: "a number, such as 12 or -3.5",
  },
  url: {
    fits: (value) =>
      isAbsoluteUrl(value) &&
      !hasStraySpace(value) &&
      dangerousScheme(value) === undefined &&
      parseUrl(value) !== undefined,
    expected: "a whole URL, such as https://example.com/",
  },
  date: {
    fits: (value) => value.length <= longestDate && date.safeParse(value).success,
    expected:
      "a date, such as 2026-02-07, or a moment with its offset, such as 2026-02-07T14:52:10Z",
  },
};

/**
 * Whether a parameter takes a value: its type first, then its length (contract 6). An empty value
 * is a text, and none of the other types. The endpoint, the plan of a campaign and the editor ask
 * here.
 */
export function misfitOf(parameter: ValueRules, value: string): Misfit | undefined {
  const expected = expectedOf(parameter, value);
  if (expected !== undefined) return { kind: "type", expected };
  const { maxLength: limit } = parameter;
  if (limit === undefined) return undefined;
  const bytes = lengthInBytes(value);
  return bytes > limit ? { kind: "length", limit, bytes } : undefined;
}

function expectedOf({ type, choices = [] }: ValueRules, value: string): string | undefined {
  if (type === "text") return undefined;
  if (type !== "choice")
    return expectations[type].fits(value) ? undefined : expectations[type].expected;
  if (choices.includes(value)) return undefined;
  const first = choices.slice(0, 5).map((choice) => `'${choice}'`);
  return `one of ${first.join(", ")}${choices.length > first.length ? ` or ${choices.length - first.length} others` : ""}`;
}

/**
 * Bytes of UTF-8 of the longest value that a parameter takes: of its type where it declares no
 * maximum.
 */
export function longestValueBytes({
  type,
  choices = [],
  maxLength = mostValueBytes,
}: ValueRules): number {
  if (type === "choice") return Math.max(0, ...choices.map(utf8Bytes));
  const own = {
    text: mostValueBytes,
    url: mostValueBytes,
    number: longestNumber,
    date: longestDate,
  };
  return Math.min(maxLength, own[type]);
}

/**
 * Returns the length of a value: its bytes in UTF-8, a control character counted as three. JSON
 * writes six bytes for a control character and at most two for each byte of any other character,
 * so a value takes at most twice its maximum, and the largest size of a template can be computed
 * before its first use.
 */
function lengthInBytes(value: string): number {
  return utf8Bytes(value) + 2 * (value.match(escapedByNumber)?.length ?? 0);
}

// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const escapedByNumber = /[\u0000-\u0007\u000b\u000e-\u001f]/g;
