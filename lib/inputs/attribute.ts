import { z } from "zod";
import { readTimestamp } from "@/lib/interface/expiry";
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
/** The time of a moment whose seconds are left out, as ISO 8601 allows. */
const minutes = /T\d\d:\d\d(?=Z|[+-])/;

/**
 * A date as it is stored: a day as it is, a moment with a zone in UTC, so that texts of both sort
 * by time. Undefined for a text that is no date of ISO 8601.
 */
function dateOf(value: string): string | undefined {
  if (day.safeParse(value).success) return value;
  const at = readTimestamp(value.replace(minutes, "$&:00"));
  return at === undefined ? undefined : new Date(at).toISOString();
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
