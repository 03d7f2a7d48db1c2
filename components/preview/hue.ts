/** A colour for a name, always the same: degrees 0 … 359 on the colour wheel. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3_600;
  return Math.floor(hash / 10);
}
