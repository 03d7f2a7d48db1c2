import { z } from "zod";
import { revision } from "./row";
import { idText, text } from "./text";

/** What the value of an attribute may be. */
export const attributeTypes = ["text", "number", "boolean", "date"] as const;
/** One of {@link attributeTypes}. */
export type AttributeType = (typeof attributeTypes)[number];

/** A stored value: a date is text, as {@link storedValue} writes it. */
export type AttributeValue = string | number | boolean;

/** Attributes of a service. */
export const mostAttributes = 100;
/** UTF-8 bytes of a text. */
export const mostValueBytes = 256;

const nameForm = /^[A-Za-z0-9_]{1,40}$/;

/**
 * Whether a text can be the name of an attribute (contract 9). `__proto__` would be no member of an
 * object that programs read.
 */
export function isAttributeName(name: string): boolean {
  return nameForm.test(name) && name !== "__proto__";
}

const attributeName = text(200).trim().min(1, "must not be empty").refine(isAttributeName, {
  error: "Use letters, digits and _, at most 40 characters.",
  abort: true,
});
const description = text(500).trim();

/** What a form of an attribute edits; name and type of one that exists stay. */
export const attributeFormSchema = z.object({
  revision,
  name: attributeName,
  type: z.enum(attributeTypes),
  description,
});
export type AttributeWritten = z.input<typeof attributeFormSchema>;

/** A new attribute of a service. */
export const addAttributeSchema = z.object({
  serviceId: idText,
  name: attributeName,
  type: z.enum(attributeTypes),
  description: description.default(""),
});
/** What is said of an attribute from now on. */
export const changeAttributeSchema = z.object({
  serviceId: idText,
  name: attributeName,
  revision,
  description,
});
/** An attribute of a service. */
export const namedAttributeSchema = z.object({ serviceId: idText, name: attributeName });

const day = z.iso.date();
const moment = z.iso.datetime({ offset: true });
/** `YYYY-MM-DD`, or a moment in UTC with milliseconds. */
const storedLengths = [10, 24];

/**
 * A date as it is stored: a day as it is, a moment with a zone in UTC, so that texts of both sort
 * by time. Undefined for a text that is no date of ISO 8601.
 */
function dateOf(value: string): string | undefined {
  if (day.safeParse(value).success) return value;
  const whole = fullMoment(value);
  if (!moment.safeParse(whole).success) return undefined;
  const date = new Date(whole);
  const utc = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return storedLengths.includes(utc.length) ? utc : undefined;
}

const shortMoment = /^(.+T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:Z|([+-]\d{2}):?(\d{2})?)$/;

/** A moment with its seconds and the minutes of its offset: ISO 8601 can leave out both. */
function fullMoment(text: string): string {
  const [whole, minutes, seconds = ":00", offsetHours, offsetMinutes = "00"] =
    shortMoment.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${minutes}${seconds}${offsetHours === undefined ? "Z" : `${offsetHours}:${offsetMinutes}`}`;
}

/** The type that a first value decides: a text that is a date of ISO 8601 is a date. */
export function typeOfValue(value: AttributeValue): AttributeType {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return dateOf(value) === undefined ? "text" : "date";
}

/** A value as an attribute of a type stores it; undefined where it is of another type. */
export function storedValue(
  type: AttributeType,
  value: AttributeValue,
): AttributeValue | undefined {
  if (type === "text" || type === "date") {
    if (typeof value !== "string") return undefined;
    return type === "text" ? value : dateOf(value);
  }
  return typeof value === type ? value : undefined;
}

/**
 * A cell of a file as the value of an attribute of a type: `31`, `yes` or `true`, `1990-05-01`.
 * Undefined where it is of another type.
 */
export function valueOfCell(type: AttributeType, cell: string): AttributeValue | undefined {
  if (type === "number") return /^[+-]?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined;
  if (type === "boolean") {
    const word = cell.toLowerCase();
    if (["yes", "true", "1"].includes(word)) return true;
    return ["no", "false", "0"].includes(word) ? false : undefined;
  }
  return storedValue(type, cell);
}
