/** A row of keys and values while it is typed. */
export interface Pair {
  id: number;
  key: string;
  value: string;
}

/** The rows of an object: text as it is, everything else as JSON. */
export function pairsOf(value: unknown): Pair[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, each], index) => ({
    id: index + 1,
    key,
    value: typeof each === "string" ? each : JSON.stringify(each),
  }));
}

/** The object of the rows; undefined when none has a key. A key given twice keeps its last value. */
export function recordOf(pairs: readonly Pair[]): Record<string, unknown> | undefined {
  const named = pairs.filter(({ key }) => key !== "");
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
