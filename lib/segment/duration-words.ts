import { readDuration } from "./duration";

/** `P1Y2D` → "1 year and 2 days"; the text itself where it is no duration. */
export function durationWords(text: string): string {
  const duration = readDuration(text);
  if (!duration) return text;
  const parts = Object.entries(duration)
    .filter(([, count]: [string, number]) => count > 0)
    .map(([unit, count]: [string, number]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`);
  return joinWords(parts, "and");
}

/** "a, b and c". */
export function joinWords(words: readonly string[], joiner: "and" | "or"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${joiner} ${words.at(-1)}`;
}
