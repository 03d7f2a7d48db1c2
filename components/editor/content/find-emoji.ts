import type { Emoji, EmojiGroup } from "./emoji-data";

/**
 * Returns the emoji that match a search text, the best first: with exactly this name, then with it
 * as a word of the name or as a tag, then with it as the beginning or another part of one. Of
 * several that match alike, the shorter name comes first.
 */
export function findEmoji(groups: readonly EmojiGroup[], search: string): Emoji[] {
  const sought = search.toLowerCase().trim().replaceAll(/\s+/g, " ");
  return groups
    .flatMap(({ emojis }) => emojis)
    .map((emoji) => ({ emoji, rank: rankOf(emoji, sought) }))
    .filter(({ rank }) => rank < none)
    .toSorted(
      (one, other) => one.rank - other.rank || one.emoji.label.length - other.emoji.label.length,
    )
    .map(({ emoji }) => emoji);
}

const none = 8;

function rankOf({ label, tags }: Emoji, sought: string): number {
  const name = label.toLowerCase();
  if (name === sought) return 0;
  const inName = holdsWord(name, sought);
  const isTag = tags.includes(sought);
  if (isTag || inName) return isTag && inName ? 1 : 2;
  if (beginsWord(name, sought)) return 3;
  if (tags.some((tag) => tag.startsWith(sought))) return 4;
  if (name.includes(sought)) return 5;
  if (tags.some((tag) => tag.includes(sought))) return 6;
  // Several words that stand apart, or in another order.
  const words = sought.split(" ");
  return words.length > 1 &&
    words.every((word) => beginsWord(name, word) || tags.some((tag) => tag.startsWith(word)))
    ? 7
    : none;
}

function holdsWord(name: string, word: string): boolean {
  return ` ${name.replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${word} `);
}

function beginsWord(name: string, word: string): boolean {
  return ` ${name.replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`.includes(` ${word}`);
}
