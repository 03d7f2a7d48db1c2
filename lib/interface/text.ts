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
