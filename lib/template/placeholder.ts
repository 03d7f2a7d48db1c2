// Left to right: `$${` is a literal `${`, `${name}` a placeholder; anything else stays as it is.
const token = /\$\$\{|\$\{([A-Za-z0-9_]+)\}/g;

/** What a parameter may be called: letters, digits and `_` (contract 6). `__proto__` is reserved. */
export function isParameterName(name: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(name) && name !== "__proto__";
}

/** The placeholder of a parameter, as it is written into a text: `${name}` (contract 6). */
export function placeholderOf(name: string): string {
  return `\${${name}}`;
}

/** The names of the placeholders `${name}` in a text, each once, in order; a literal `$${` is none (contract 6). */
export function placeholdersIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(token)) if (name !== undefined) names.add(name);
  return [...names];
}

/**
 * Replaces `${name}` by its value and `$${` by `${` (contract 6). Values are data: what they contain is never looked at
 * again. A placeholder without a value stays as it is, and is told to `missing`.
 */
export function substitute(text: string, values: ReadonlyMap<string, string>, missing?: (name: string) => void): string {
  if (!text.includes("${")) return text;
  return text.replace(token, (whole, name: string | undefined) => {
    if (name === undefined) return "${";
    const value = values.get(name);
    if (value === undefined) missing?.(name);
    return value ?? whole;
  });
}

/** The same JSON value with `map` applied to every string in it; names of members stay, so structure cannot change (contract 6). */
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, map));
  if (typeof value !== "object" || value === null) return value;
  const mapped: Record<string, unknown> = {};
  // Runs for every request that names a template, and so makes few objects.
  for (const key of Object.keys(value)) {
    const member = mapStrings((value as Record<string, unknown>)[key], map);
    if (key !== "__proto__") mapped[key] = member;
    else Object.defineProperty(mapped, key, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return mapped;
}

/** The names of the placeholders in every string of a JSON value, each once. */
export function placeholdersInBlocks(blocks: unknown): string[] {
  const names = new Set<string>();
  mapStrings(blocks, (text) => {
    for (const name of placeholdersIn(text)) names.add(name);
    return text;
  });
  return [...names];
}
