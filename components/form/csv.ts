import { saveFile } from "@/components/ui/save-file";
import { needsMark, withoutMark } from "@/lib/inputs/formula-mark";

/** By this mark Excel knows UTF-8. */
const mark = "\uFEFF";

/** Has the browser save rows as a CSV file (RFC 4180); no cell of it is run as a formula. */
export async function saveCsv(rows: string[][], name: string): Promise<void> {
  const { default: Papa } = await import("papaparse");
  saveFile(new Blob([`${mark}${Papa.unparse(rows, { escapeFormulae: needsMark })}\r\n`], { type: "text/csv" }), name);
}

/**
 * Rows of a text that is CSV, or was copied from a sheet, each with the line that it begins at; empty lines left out, and the marks that an export puts before formulas.
 * Or what is wrong with its quotation marks, in a sentence with the line.
 */
export async function readCsv(text: string): Promise<{ rows: string[][]; lines: number[]; problem?: undefined } | { problem: string }> {
  const [{ default: Papa }, { delimiterOf }] = await Promise.all([import("papaparse"), import("./delimiter")]);
  const plain = text.replace(mark, "");
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain.slice(0, 65_536)) });
  // Rows behind a wrong quotation mark cannot be trusted.
  const wrong = errors.find(({ type }) => type === "Quotes");
  if (!wrong) return withLines(data);
  const line = text
    .slice(0, wrong.index ?? 0)
    .split(/\r\n|\n|\r/)
    .length.toLocaleString("en");
  return {
    problem:
      wrong.code === "MissingQuotes"
        ? `Line ${line}: a quotation mark is opened and not closed. Close it, or write it twice inside quotation marks.`
        : `Line ${line}: a quotation mark stands in the middle of a value. Write it twice there.`,
  };
}

function withLines(data: readonly string[][]): { rows: string[][]; lines: number[] } {
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 1;
  for (const row of data) {
    const isSeparator = line === 1 && row.length === 2 && /^sep=$/i.test(row[0] ?? "") && row[1] === "";
    if (!isSeparator && (row.length > 1 || row[0] !== "")) {
      rows.push(row.map(withoutMark));
      lines.push(line);
    }
    line += row.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 1);
  }
  return { rows, lines };
}
