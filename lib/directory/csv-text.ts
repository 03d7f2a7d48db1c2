import Papa from "papaparse";
import { needsMark } from "@/lib/inputs/formula-mark";

/** By this mark Excel knows UTF-8; a file begins with it. */
export const csvMark = "\uFEFF";

/** Rows of a CSV file (RFC 4180), each with its line end. What a spreadsheet would run as a formula is marked as text; Clarion's own readers take the mark off. */
export function csvText(rows: string[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: needsMark })}\r\n`;
}
