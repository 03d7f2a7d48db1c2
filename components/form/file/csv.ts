import { saveFile } from "@/components/ui/browser/save-file";
import { csvMark, csvText, withoutMark } from "@/lib/inputs/csv-text";
import { delimiterOf, namedSeparator } from "./delimiter";
import { separatedRows, type QuoteFault } from "./separated-rows";

/** Has the browser save rows as a CSV file (RFC 4180); no cell of it is run as a formula. */
export function saveCsv(rows: string[][], name: string): void {
  saveFile(new Blob([csvMark, csvText(rows)], { type: "text/csv" }), name);
}

/**
 * Rows of a text, each with the line that it begins at; or what is wrong with its quotation marks,
 * in a sentence with the line.
 */
type CsvText = { rows: string[][]; lines: number[]; problem?: undefined } | { problem: string };

/**
 * Reads a text that is CSV, or was copied from a sheet. Leaves out empty lines, the line that names
 * the separator, and the marks that an export puts before formulas.
 */
export function readCsv(text: string): CsvText {
  const plain = text.replace(csvMark, "");
  const delimiter = delimiterOf(plain.slice(0, 65_536));
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 1;
  for (const { cells, breaks, fault } of separatedRows(plain, delimiter)) {
    // Rows behind a wrong quotation mark cannot be trusted.
    if (fault) return { problem: faultText(fault, line) };
    const isSeparator = line === 1 && namedSeparator(cells.join(delimiter)) !== undefined;
    if (!isSeparator && (cells.length > 1 || cells[0] !== "")) {
      rows.push(cells.map(withoutMark));
      lines.push(line);
    }
    line += breaks + 1;
  }
  return { rows, lines };
}

function faultText({ kind, breaks }: QuoteFault, begin: number): string {
  const line = (begin + breaks).toLocaleString("en");
  return kind === "unclosed"
    ? `Line ${line}: a quotation mark is opened and not closed. Close it, or write it twice inside quotation marks.`
    : `Line ${line}: there is a quotation mark in the middle of a value. Double it.`;
}
