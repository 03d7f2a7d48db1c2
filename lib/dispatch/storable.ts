/** Of what a provider says, in UTF-16 units. */
const mostText = 2_000;

/**
 * What a provider wrote may be anything. PostgreSQL takes no U+0000, and what cannot be recorded
 * would be sent again for ever.
 */
export function storable(text: string): string {
  return text
    .slice(0, mostText)
    .replace(/[\ud800-\udbff]$/, "")
    .replaceAll("\0", "\uFFFD");
}
