import type { Emoji, EmojiGroup } from "./emoji-data";

/**
 * The emoji that a word is meant to find, the best first: what is called so, then what has it among
 * the words of its name or is known for it, then what only begins with it or holds it. Of several
 * that fit alike, the shorter name.
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
  const known = tags.includes(sought);
  if (known || inName) return known && inName ? 1 : 2;
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
