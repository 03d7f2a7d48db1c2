import { saveFile } from "./save-file";

/** By this mark Excel knows UTF-8. */
const mark = "\uFEFF";
/** What a spreadsheet would take for a formula; a plain number is none. */
const formula = /^[=@\t\r]|^[+-](?![\w.]*$)/;
/** How such a cell was put down. */
const marked = /^'(?=[=+\-@\t\r])/;

/** Has the browser save rows as a CSV file (RFC 4180); no cell of it is run as a formula. */
export async function saveCsv(rows: string[][], name: string): Promise<void> {
  const { default: Papa } = await import("papaparse");
  saveFile(new Blob([`${mark}${Papa.unparse(rows, { escapeFormulae: formula })}\r\n`], { type: "text/csv" }), name);
}

/** Rows of a text that is CSV, or was copied from a sheet, empty lines left out; or what is wrong with its quotation marks, in a sentence with the line. */
export async function readCsv(text: string): Promise<{ rows: string[][]; problem?: undefined } | { problem: string }> {
  const { default: Papa } = await import("papaparse");
  const { data, errors } = Papa.parse<string[]>(text.replace(mark, ""), { skipEmptyLines: true });
  // Rows behind a wrong quotation mark cannot be trusted.
  const wrong = errors.find(({ type }) => type === "Quotes");
  if (!wrong) return { rows: data.map((row) => row.map((cell) => cell.replace(marked, ""))) };
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
