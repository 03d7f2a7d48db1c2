/**
 * Returns what a value that is not checked yet has where a text belongs; "" when it is something
 * else, which the checks report.
 */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Returns what such a value has where a list of texts belongs: its texts, none when it is no list.
 */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Whether a value is an object with members: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns what such a value has where an object with members belongs; an empty one when it is
 * something else.
 */
export function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Returns what a JSON text says; undefined when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
