/**
 * JSON in one form (RFC 8785): members in the order of their UTF-16 units, no space. The same value
 * is always the same text, so that it can be hashed and compared. Runs for every request that is
 * accepted, and so makes few objects.
 *
 * @param leaf writes what is neither an object nor an array
 */
export function canonicalJson(
  value: unknown,
  leaf: (value: unknown) => string = JSON.stringify,
): string {
  if (typeof value !== "object" || value === null) return leaf(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const element of value)
      text += `${text === "" ? "" : ","}${canonicalJson(element ?? null, leaf)}`;
    return `[${text}]`;
  }
  // `sort` without a comparator compares by UTF-16 units.
  for (const name of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined)
      text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(member, leaf)}`;
  }
  return `{${text}}`;
}
