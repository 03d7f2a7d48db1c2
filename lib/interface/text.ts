/**
 * Whether providers and databases take the text: no U+0000, no half of a surrogate pair (contract
 * 4). The one judge of it, for every way in.
 */
export function isSendable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return false;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit > 0xdbff) return false;
    const next = text.charCodeAt(at + 1);
    if (!(next >= 0xdc00 && next <= 0xdfff)) return false;
    at += 1;
  }
  return true;
}

/** What is said of a text that {@link isSendable} refuses, behind the name of its field. */
export const unsendable =
  "holds a character that cannot be kept (U+0000 or half of a surrogate pair); take it out";

/**
 * Returns the text with a space in place of each character that {@link isSendable} refuses: for
 * texts that are composed of others, never for what a user wrote.
 */
export function sendablePart(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, " ");
}

/**
 * White space, and what has no width: zero-width and direction marks, soft hyphens, the byte order
 * mark. People copy them along; no id begins or ends with them.
 */
const edge = /[\s\u0085\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

/**
 * The text without white space and characters without width at its ends. In one pass: a text may be
 * long.
 */
export function withoutEdges(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && edge.test(text.charAt(from))) from += 1;
  while (to > from && edge.test(text.charAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/**
 * UTF-8 bytes of a text (contract 3: never characters or UTF-16 units). A lone surrogate counts as
 * U+FFFD, 3 bytes.
 */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
