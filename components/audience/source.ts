import Papa from "papaparse";
import { delimiterOf } from "@/components/form/delimiter";
import { isUtf16, notUtf8 } from "@/components/form/utf8";
import { withoutMark } from "@/lib/inputs/formula-mark";

/** A row of what a person brought: its cells, and where it stands (counted from 1). */
export interface SourceRow {
  line: number;
  /** Greater than `line` when a value in quotes holds line breaks. */
  lastLine: number;
  cells: readonly string[];
  /** Why its cells cannot be trusted. */
  broken?: string;
}

/** How a CSV file is written. */
export interface CsvForm {
  delimiter: string;
  newline: string;
}

/** What is read piece by piece. */
type Streamed = Pick<Blob, "stream">;

/** The file cannot be read any further; the message says why. */
export class SourceError extends Error {}

/** Characters of one row at most: a quote that is opened and never closed would otherwise swallow the file. */
const mostRowCharacters = 1_000_000;

/**
 * The rows of a CSV file, blank lines and the line by which a spreadsheet names the separator left out; cells without the mark that an export of Clarion puts before
 * formulas. Reads as it goes: memory holds one piece of the file, whatever its size.
 *
 * @throws {SourceError} when the file is not UTF-8, changed while it was read, or has a row beyond a million characters
 */
export async function* csvRows(file: Streamed, { delimiter, newline }: CsvForm): AsyncGenerator<SourceRow, void, undefined> {
  const parser = () => new Papa.Parser({ delimiter, newline: newline as "\n" });
  let rest = "";
  let line = 1;
  for await (const { text, last } of textOf(file)) {
    rest += text;
    const { data, errors, meta } = parser().parse(rest, 0, !last) as Parsed;
    const broken = new Map(errors.map((error) => [error.row, error.code]));
    for (const [index, found] of data.entries()) {
      // Some files end their lines in two ways.
      const ended = newline === "\n" ? found.with(-1, (found.at(-1) ?? "").replace(/\r$/, "")) : found;
      const cells = ended.map(withoutMark);
      const lastLine = line + cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
      const code = broken.get(index);
      if (code !== undefined) yield { line, lastLine, cells, broken: brokenText(code) };
      else if (cells.some((cell) => cell.trim() !== "") && !(line === 1 && namesSeparator(cells))) yield { line, lastLine, cells };
      line = lastLine + 1;
    }
    rest = last ? "" : rest.slice(meta.cursor);
    if (rest.length > mostRowCharacters) throw new SourceError(`Line ${line.toLocaleString("en")}: a quote is opened and not closed.`);
  }
}

/** Whether a row is the line `sep=;`, by which Excel is told what separates columns. */
function namesSeparator([first = "", ...others]: readonly string[]): boolean {
  return /^sep=$/i.test(first) && others.length === 1 && others[0] === "";
}

/** The lines of a text, each a row of one cell; blank ones are left out. */
export async function* lineRows(file: Streamed): AsyncGenerator<SourceRow, void, undefined> {
  let rest = "";
  let line = 0;
  for await (const { text, last } of textOf(file)) {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = last ? "" : (lines.pop() ?? "");
    for (const one of lines) {
      line += 1;
      const cell = one.trim();
      if (cell !== "") yield { line, lastLine: line, cells: [cell] };
    }
  }
}

/** How a CSV file is written, guessed from its beginning. */
export async function formOf(file: Blob): Promise<CsvForm> {
  // The last letter of the piece may be cut in two, which does not matter here.
  const head = await file.slice(0, 65_536).text();
  const delimiter = delimiterOf(head);
  const { meta } = Papa.parse(head, { delimiter, preview: 20, skipEmptyLines: true });
  return { delimiter, newline: meta.linebreak };
}

/** A file or a text with recipients. */
export type Source = { kind: "csv"; file: Blob; form: CsvForm } | { kind: "text"; text: string };

/** The rows of a source, without the names of its columns. Throws as {@link csvRows} does. */
export async function* rowsOf(source: Source, headed: boolean): AsyncGenerator<SourceRow, void, undefined> {
  const rows = source.kind === "csv" ? csvRows(source.file, source.form) : lineRows(new Blob([source.text]));
  let skip = headed;
  for await (const row of rows) {
    if (!skip) yield row;
    skip = false;
  }
}

/** The first rows of a CSV file; throws as {@link csvRows} does. */
export async function firstRows(file: Blob, form: CsvForm, most: number): Promise<SourceRow[]> {
  const first: SourceRow[] = [];
  for await (const row of csvRows(file, form)) {
    first.push(row);
    if (first.length === most) break;
  }
  return first;
}

interface Parsed {
  data: string[][];
  errors: { row: number; code: string }[];
  meta: { cursor: number };
}

function brokenText(code: string): string {
  return code === "MissingQuotes" ? "a quote is opened and not closed" : "a quote stands in the middle of a value";
}

async function* textOf(file: Streamed): AsyncGenerator<{ text: string; last: boolean }, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = file.stream().getReader();
  let begun = false;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new SourceError("The file changed or went away while it was read. Choose it again.");
      });
      const text = decode(decoder, value, !done);
      if (!begun && isUtf16(text)) throw new SourceError(notUtf8);
      begun ||= text !== "";
      yield { text, last: done };
      if (done) return;
    }
  } finally {
    // The reader may have lost its file; nobody waits for it any more.
    void reader.cancel().catch(() => undefined);
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new SourceError(notUtf8);
  }
}
