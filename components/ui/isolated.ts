/** Around a name in a string: it keeps its direction to itself (Unicode, first strong isolate). */
const [begin, end] = ["\u2068", "\u2069"];

/**
 * Returns a name as it stands in a sentence of ours that is a string; `sentence` draws it as a
 * name.
 */
export function isolated(name: string): string {
  return `${begin}${name}${end}`;
}
