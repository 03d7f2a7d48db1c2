/** Returns what a value that is not checked yet has where a text belongs; "" when it is something else, which the checks report. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns what such a value has where a list of texts belongs: its texts, none when it is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Whether a value is an object with members: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
