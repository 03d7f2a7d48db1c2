import type { JsonValue } from "@/lib/interface/effective";
import { digitsOf, parseJson, writeJson } from "@/lib/interface/exact-json";
import { faultSentence, jsonFault } from "@/lib/interface/json-fault";

/** A custom tag as it is typed. */
export interface TagRow {
  key: string;
  /** Text, or JSON of an object or array. */
  value: string;
  /**
   * What came from JSON and is none of these: a number, as it was written, a boolean or null. It
   * stays until another value is typed.
   */
  scalar?: JsonValue;
}

/** The tags of a block as rows, those that have a field of their own left out. */
export function rowsOf(tags: unknown, without: readonly string[] = []): TagRow[] {
  if (typeof tags !== "object" || tags === null || Array.isArray(tags)) return [];
  return Object.entries(tags)
    .filter(([key]) => !without.includes(key))
    .map(([key, value]: [string, JsonValue]) => {
      const digits = digitsOf(value);
      if (typeof value === "string" && digits === undefined) return { key, value };
      const isScalar = typeof value !== "object" || value === null;
      return { key, value: digits ?? writeJson(value), ...(isScalar && { scalar: value }) };
    });
}

/**
 * What a typed value is: JSON where it is an object or an array, else the text itself (interface
 * 2.5: string, object or array).
 */
export function valueOf(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJson(text, "everywhere") as JsonValue;
  } catch {
    return text;
  }
}

/**
 * What a row's value will be sent as. `unfinished`: it begins like JSON and is sent as text, since
 * it is none yet.
 */
export function kindOfRow({
  value,
  scalar,
}: Omit<TagRow, "key">):
  | "text"
  | "object"
  | "array"
  | "number"
  | "boolean"
  | "null"
  | "unfinished" {
  if (scalar === undefined) return kindOfValue(value);
  return scalar === null ? "null" : typeof scalar === "boolean" ? "boolean" : "number";
}

function kindOfValue(text: string): "text" | "object" | "array" | "unfinished" {
  if (!/^\s*[[{]/.test(text)) return "text";
  const value = valueOf(text);
  return typeof value === "string" ? "unfinished" : Array.isArray(value) ? "array" : "object";
}

/**
 * Where a row's value stops being JSON that it begins like, in a sentence; undefined for any other
 * row.
 */
export function faultOfRow(row: Omit<TagRow, "key">): string | undefined {
  const fault = kindOfRow(row) === "unfinished" ? jsonFault(row.value) : undefined;
  return fault && `Not JSON, sent as text. ${faultSentence(fault)}`;
}

/**
 * The tags that rows make, with those that stay; undefined when there are none. Rows without a key
 * say nothing yet; of two with one key the last counts.
 */
export function tagsOf(
  rows: readonly TagRow[],
  otherTags: Readonly<Record<string, JsonValue>> = {},
): Record<string, JsonValue> | undefined {
  const tags = new Map<string, JsonValue>(Object.entries(otherTags));
  for (const { key, value, scalar } of rows)
    if (key !== "") tags.set(key, scalar === undefined ? valueOf(value) : scalar);
  return tags.size === 0 ? undefined : Object.fromEntries(tags);
}
