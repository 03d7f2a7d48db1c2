import { delimiterOf, namedSeparator } from "@/components/form/file/delimiter";
import { separatedRows, type QuoteFault } from "@/components/form/file/separated-rows";
import { isUtf16, sniffedBytes, notUtf8 } from "@/components/form/file/utf8";
import { withoutMark } from "@/lib/inputs/csv-text";
import { BlockBelow, type Table } from "./block-below";
import type { SourceRow } from "./source-row";

/** How a CSV file is written. */
export interface CsvForm {
  delimiter: string;
}

/** What is read piece by piece. */
type StreamSource = Pick<Blob, "stream">;

/** The file cannot be read any further; the message says why. */
export class SourceError extends Error {}

/**
 * Characters of one row at most: a quote that is opened and never closed would otherwise swallow
 * the file.
 */
const mostRowCharacters = 1_000_000;

/**
 * The rows of a CSV file, blank lines and the line by which a spreadsheet names the separator left
 * out; cells without the mark that an export of Clarion puts before formulas, and without the
 * spaces that align columns. Reads as it goes: memory holds one piece of a file of any size.
 *
 * @throws {SourceError} when the file is not UTF-8, changed while it was read, or has a row beyond
 *   a million characters
 */
export async function* csvRows(
  file: StreamSource,
  { delimiter }: CsvForm,
): AsyncGenerator<SourceRow, void, undefined> {
  let rest = "";
  let line = 1;
  for await (const { text, last } of decodedParts(file)) {
    rest += text;
    let read = 0;
    for (const { cells: rawCells, breaks, end, fault } of separatedRows(rest, delimiter, {
      isPart: !last,
      trimmed: true,
    })) {
      const cells = rawCells.map(withoutMark);
      const lastLine = line + breaks;
      const isSeparator = line === 1 && namedSeparator(cells.join(delimiter)) !== undefined;
      if (fault) yield { line, lastLine, cells, broken: brokenText(fault) };
      else if (!isSeparator && cells.some((cell) => cell.trim() !== ""))
        yield { line, lastLine, cells };
      line = lastLine + 1;
      read = end;
    }
    rest = rest.slice(read);
    if (rest.length > mostRowCharacters)
      throw new SourceError(`Line ${line.toLocaleString("en")}: a quote is opened and not closed.`);
  }
}

/**
 * The lines of a text, each a row of one cell; blank ones are left out, and the line by which a
 * spreadsheet names the separator.
 */
export async function* lineRows(file: StreamSource): AsyncGenerator<SourceRow, void, undefined> {
  let rest = "";
  let line = 0;
  for await (const { text, last } of decodedParts(file)) {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = last ? "" : (lines.pop() ?? "");
    for (const one of lines) {
      line += 1;
      const cell = one.trim();
      const isSeparator = line === 1 && namedSeparator(cell) !== undefined;
      if (cell !== "" && !isSeparator) yield { line, lastLine: line, cells: [cell] };
    }
  }
}

/** How a CSV file is written, guessed from its beginning. */
export async function formOf(file: Blob): Promise<CsvForm> {
  // The last letter of the piece may be cut in two, which does not matter here.
  return { delimiter: delimiterOf(await file.slice(0, 65_536).text()) };
}

/** A file or a text with recipients. */
export type Source = { kind: "csv"; file: Blob; form: CsvForm } | { kind: "text"; text: string };

/**
 * The rows of a source, without the names of its columns where it is headed. Throws as {@link
 * csvRows} does.
 */
export async function* rowsOf(
  source: Source,
  table: Table,
): AsyncGenerator<SourceRow, void, undefined> {
  const rows =
    source.kind === "csv" ? csvRows(source.file, source.form) : lineRows(new Blob([source.text]));
  const block = new BlockBelow(table);
  const { headed, headerLine } = table;
  let skip = headed;
  for await (const row of rows) {
    const isHeader = skip && (headerLine === undefined || row.line === headerLine);
    if (isHeader) skip = false;
    else yield block.has(row) ? { ...row, below: true } : row;
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

function brokenText({ kind }: QuoteFault): string {
  return kind === "unclosed"
    ? "a quote is opened and not closed"
    : "there is a quote in the middle of a value";
}

async function* decodedParts(
  file: StreamSource,
): AsyncGenerator<{ text: string; last: boolean }, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = file.stream().getReader();
  // The beginning, until there is enough of it to judge by.
  let head: Uint8Array | undefined = new Uint8Array();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new SourceError("The file changed or went away while it was read. Choose it again.");
      });
      head &&= joined(head, value);
      if (head && head.length < sniffedBytes && !done) continue;
      if (head && isUtf16(head)) throw new SourceError(notUtf8);
      yield { text: decode(decoder, head ?? value, !done), last: done };
      head = undefined;
      if (done) return;
    }
  } finally {
    // Cancelling fails when the file is gone; nothing depends on it any more.
    void reader.cancel().catch(() => undefined);
  }
}

function joined(bytes: Uint8Array, more: Uint8Array | undefined): Uint8Array {
  const both = new Uint8Array(bytes.length + (more?.length ?? 0));
  both.set(bytes);
  both.set(more ?? [], bytes.length);
  return both;
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new SourceError(notUtf8);
  }
}
