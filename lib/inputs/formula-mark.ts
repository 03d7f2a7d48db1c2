/**
 * What may stand in front of a formula and is passed over by a spreadsheet: white space and
 * characters without width.
 */
const before = "[\\s\\u00AD\\u180E\\u200B-\\u200F\\u2060]*";
/**
 * A cell that a spreadsheet may run: `=`, `@`, a sign before anything but a plain number, the same
 * in full width, or a control character first (OWASP, CSV injection).
 */
const run = `(?:[\\t\\r\\n]|${before}(?:[=@＝＋－＠]|[+-](?!\\d[\\d.,]*$)))`;

/**
 * Which cells of a CSV file need the mark `'` in front: formulas, and what a marked cell would be
 * mistaken for. With the mark a spreadsheet takes a cell for text, and {@link withoutMark} gives
 * back exactly what was there.
 */
export const needsMark = new RegExp(`^'*${run}`);

/** A cell without the mark that {@link needsMark} asks for. Any other apostrophe stays. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") && needsMark.test(cell.slice(1)) ? cell.slice(1) : cell;
}
