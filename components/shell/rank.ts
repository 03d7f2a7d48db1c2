/** Begins the value of the entry that searches the audit log: it fits everything, and comes last. */
export const auditSearch = "audit log:";

/**
 * How well an entry of the palette fits what was typed: 1 where it begins with it, 0 where it lacks a word of it. No letters in between: "new" is not in "own app".
 *
 * @param value what the entry says first, then other words for it
 * @param keywords what the server found it by: it fits that text, with any name
 */
export function rank(value: string, search: string, keywords: readonly string[] = []): number {
  const typed = search.trim().toLowerCase();
  if (typed === "" || keywords.some((keyword) => keyword.trim().toLowerCase() === typed)) return 1;
  const text = value.toLowerCase();
  if (text.startsWith(auditSearch)) return 0.001;
  if (text.startsWith(typed)) return 1;
  const words = text.split(/[\s:]+/u);
  const parts = typed.split(/\s+/u);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 0.8;
  return parts.every((part) => text.includes(part)) ? 0.4 : 0;
}

/** The best rank among some entries; 0 for none. */
export function bestRank(values: readonly string[], search: string): number {
  return Math.max(0, ...values.map((value) => rank(value, search)));
}
