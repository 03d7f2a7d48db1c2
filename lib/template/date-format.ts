import { utf8Bytes } from "@/lib/interface/text";
import type { ParameterType } from "./parameter-value";

/**
 * What stands for a part of a date in a format, as in CLDR; any other letter stands in single
 * quotes.
 */
const tokens = ["d", "dd", "M", "MM", "MMM", "MMMM", "yy", "yyyy", "EEE", "EEEE"] as const;
type Token = (typeof tokens)[number];
type Part = { token: Token } | { literal: string };

/** What a format may hold, behind "must" or at the beginning of a sentence. */
export const formatRule = `use ${tokens.slice(0, -1).join(", ")} or ${tokens.at(-1)}, and other letters in single quotes`;
/** A date that shows what a format does: its day is no month. */
export const exampleDate = "2026-01-31";

/** Characters of a format at most. */
export const mostFormat = 64;

/**
 * A format's parts in their order; undefined for one that cannot be read, or has no part of a date.
 * `''` is a single quote.
 */
function partsOf(format: string): Part[] | undefined {
  const parts = [...format.matchAll(/''|'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)].map(
    ([whole, quoted, letter]): Part | undefined => {
      if (whole === "''") return { literal: "'" };
      if (quoted !== undefined) return { literal: quoted.replaceAll("''", "'") };
      if (letter === undefined) return whole === "'" ? undefined : { literal: whole };
      const token = tokens.find((one) => one === whole);
      return token && { token };
    },
  );
  const read = parts.filter((part) => part !== undefined);
  return read.length === parts.length && read.some((part) => "token" in part) ? read : undefined;
}

/** Whether a date can be shown so. */
export function isDateFormat(format: string): boolean {
  return format.length <= mostFormat && partsOf(format) !== undefined;
}

interface Day {
  year: string;
  /** From 1 on. */
  month: number;
  day: number;
  /** From 0, a Sunday, on. */
  weekday: number;
}

/** The day that a value names, of a moment the one that is written: no time zone moves it. */
function dayOf(value: string): Day | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const date = utc(Number(year), Number(month), Number(day));
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day))
    return undefined;
  return { year, month: Number(month), day: Number(day), weekday: date.getUTCDay() };
}

function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // `Date.UTC` takes years below 100 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/**
 * A date as a format shows it in a language: a value that is no date, or a format that cannot be
 * read, leaves the value as it is.
 *
 * @param language BCP 47; "", and one that has no names, is English
 */
export function formatDate(value: string, format: string, language: string): string {
  const day = dayOf(value);
  const parts = day && partsOf(format);
  return parts ? shownDay(parts, day, language) : value;
}

function shownDay(parts: readonly Part[], day: Day, language: string): string {
  // Some languages inflect a month next to its day: "31 января", but "январь 2026".
  const besideDay = parts.some((part) => "token" in part && part.token.startsWith("d"));
  return parts
    .map((part) =>
      "literal" in part ? part.literal : shownToken(part.token, day, language, besideDay),
    )
    .join("");
}

function shownToken(
  token: Token,
  { year, month, day, weekday }: Day,
  language: string,
  besideDay: boolean,
): string {
  switch (token) {
    case "d":
      return String(day);
    case "dd":
      return String(day).padStart(2, "0");
    case "M":
      return String(month);
    case "MM":
      return String(month).padStart(2, "0");
    case "MMM":
    case "MMMM": {
      const { months, monthsBesideDay } = namesIn(language, token === "MMM" ? "short" : "long");
      return (besideDay ? monthsBesideDay : months)[month - 1] ?? "";
    }
    case "yy":
      return year.slice(-2);
    case "yyyy":
      return year;
    case "EEE":
    case "EEEE":
      return namesIn(language, token === "EEE" ? "short" : "long").weekdays[weekday] ?? "";
  }
}

interface Names {
  months: readonly string[];
  monthsBesideDay: readonly string[];
  /** Sunday first. */
  weekdays: readonly string[];
}

/** Every message with a date asks for them, and making them takes long. */
const namesCache = new Map<string, Names>();
const mostCached = 200;

function namesIn(language: string, style: "short" | "long"): Names {
  const key = `${style} ${language}`;
  const cachedNames = namesCache.get(key);
  if (cachedNames) return cachedNames;
  const namer = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === "" ? "en" : [language, "en"], {
      ...options,
      timeZone: "UTC",
      calendar: "gregory",
      numberingSystem: "latn",
    });
  const [month, monthWithDay, weekday] = [
    namer({ month: style }),
    namer({ month: style, day: "numeric" }),
    namer({ weekday: style }),
  ];
  const firsts = Array.from({ length: 12 }, (_, index) => utc(2026, index + 1, 1));
  const months = firsts.map((date) => month.format(date));
  const monthsBesideDay = firsts.map((date, index) => {
    const name = monthWithDay.formatToParts(date).find(({ type }) => type === "month")?.value;
    // Next to a day, some languages write the number of the month alone, followed by a sign that
    // belongs to the format.
    return name === undefined || /^\d+$/.test(name) ? (months[index] ?? "") : name;
  });
  // The first of February 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, index) => weekday.format(utc(2026, 2, index + 1)));
  if (namesCache.size >= mostCached) namesCache.clear();
  const names = { months, monthsBesideDay, weekdays };
  namesCache.set(key, names);
  return names;
}

/**
 * The day, `yyyy-MM-dd`, that a format shows with the most bytes of UTF-8 in a language. What a
 * month and a weekday add does not depend on each other.
 */
export function longestDay(format: string, language: string): string {
  const parts = partsOf(format) ?? [];
  // Two digits, and each weekday once in any month.
  const days = (month: number) =>
    Array.from({ length: 7 }, (_, index) => `2026-${String(month).padStart(2, "0")}-${20 + index}`);
  const bytesOf = (day: Day) => utf8Bytes(shownDay(parts, day, language));
  const most = <T>(all: readonly T[], bytes: (one: T) => number) =>
    all.reduce((longest, one) => (bytes(one) > bytes(longest) ? one : longest));
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const month = most(numbers, (one) => bytesOf({ year: "2026", month: one, day: 20, weekday: 0 }));
  return most(days(month), (value) => utf8Bytes(formatDate(value, format, language)));
}

/** The text with the most bytes of UTF-8 that a format shows in any of the languages. */
export function longestDate(format: string, languages: readonly string[]): string {
  const texts = languages.map((language) =>
    formatDate(longestDay(format, language), format, language),
  );
  return texts.reduce(
    (longest, text) => (utf8Bytes(text) > utf8Bytes(longest) ? text : longest),
    "",
  );
}

/**
 * The values as texts show them in a language ("" for the default text): dates by their formats,
 * all others as they are.
 */
export function shownValues(
  parameters: readonly { name: string; type: ParameterType; format?: string | undefined }[],
  values: ReadonlyMap<string, string>,
  language: string,
): ReadonlyMap<string, string> {
  const formatted = parameters.filter(
    ({ type, format }) => type === "date" && format !== undefined,
  );
  if (formatted.length === 0) return values;
  const texts = new Map(values);
  for (const { name, format } of formatted) {
    const value = values.get(name);
    if (value !== undefined && format !== undefined)
      texts.set(name, formatDate(value, format, language));
  }
  return texts;
}
