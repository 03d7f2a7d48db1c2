import Papa from "papaparse";

/** By this mark Excel knows UTF-8; a file begins with it. */
export const csvMark = "\uFEFF";

/** What a spreadsheet would take for a formula. A plain number, a phone number among them, is none. */
const formula = /^[=@\t\r]|^[+-](?![\w.]*$)/;

/** Rows of a CSV file (RFC 4180), each with its line end. What a spreadsheet would run as a formula is put down as text. */
export function csvText(rows: string[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: formula })}\r\n`;
}
