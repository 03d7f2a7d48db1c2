import { mostValueBytes, storedValue } from "@/lib/inputs/attribute";
import { isTimeZone, spelledTimeZone } from "@/lib/inputs/time-zone";
import { platforms } from "@/lib/interface/device-kinds";
import { canonicalLanguage } from "@/lib/interface/device-language";
import { isSendable, utf8Bytes } from "@/lib/interface/text";
import type { FieldKind, Operator } from "./fields";
import { countries } from "./zones";

/** One value of a leaf. A date is text, as attributes store it. */
export type Scalar = string | number | boolean;

const mostDevices = 10_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const expected: Readonly<Record<FieldKind, string>> = {
  text: "a text of 1 to 256 bytes",
  number: "a number",
  boolean: "true or false",
  date: "a date such as 1990-05-01",
  moment: "a date such as 2026-05-01",
  count: "a whole number from 0",
  platform: `one of ${platforms.join(", ")}`,
  app: "the appid of an app",
  language: "a language such as pt-BR",
  timezone: "a time zone such as Europe/Berlin",
  country: "a country by its two letters, such as DE",
  list: "the id of a list",
};

/** What the value of a leaf must be, as it follows "is needed". */
export function expectedText(kind: FieldKind | undefined, op: Operator): string {
  if (op === "contains" || op === "startsWith") return expected.text;
  return kind === undefined ? "a text, a number, true or false" : expected[kind];
}

/**
 * One value as the field of a leaf stores it; undefined where it does not fit. Of an attribute of
 * unknown type any value fits that an attribute may have.
 */
export function readScalar(
  kind: FieldKind | undefined,
  op: Operator,
  value: unknown,
): Scalar | undefined {
  if (kind === undefined)
    return typeof value === "string" ? readText(value) : readNumber(value, readBoolean(value));
  return op === "contains" || op === "startsWith" ? readText(value) : readers[kind](value);
}

const readDate = (value: unknown) =>
  typeof value === "string" ? storedValue("date", value) : undefined;

/** Reads a text, and of that what a field may hold. */
const choice = (read: (text: string) => string | undefined) => (value: unknown) => {
  const text = readText(value);
  return text === undefined ? undefined : read(text);
};

const readers: Readonly<Record<FieldKind, (value: unknown) => Scalar | undefined>> = {
  text: readText,
  number: (value) => readNumber(value),
  boolean: readBoolean,
  date: readDate,
  moment: readDate,
  count: (value) => (isCount(value) ? value : undefined),
  platform: choice((text) => platforms.find((platform) => platform === text)),
  app: readText,
  language: choice(canonicalLanguage),
  timezone: choice((text) => (isTimeZone(text) ? spelledTimeZone(text) : undefined)),
  country: choice((text) => (countries.includes(text) ? text : undefined)),
  list: choice((text) => (uuid.test(text) ? text.toLowerCase() : undefined)),
};

function readText(value: unknown): string | undefined {
  return typeof value === "string" &&
    value !== "" &&
    isSendable(value) &&
    utf8Bytes(value) <= mostValueBytes
    ? value
    : undefined;
}

function readNumber(value: unknown, fallback?: boolean): number | boolean | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostDevices;
}
