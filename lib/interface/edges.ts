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
