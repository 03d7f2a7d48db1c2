import { needsMark } from "./formula-mark";

/** By this mark Excel knows UTF-8; a file begins with it. */
export const csvMark = "\uFEFF";

/**
 * Writes rows of a CSV file (RFC 4180), each with its line end. What a spreadsheet would run as a
 * formula is marked as text; Clarion's own readers take the mark off.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: string): string {
  const isFormula = needsMark.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return isFormula || /[",\r\n\uFEFF]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
