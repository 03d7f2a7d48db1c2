/** A row of separated values. */
export interface SeparatedRow {
  cells: string[];
  /** Line breaks inside its quotation marks. */
  breaks: number;
  /** Where the next row begins in the text. */
  end: number;
  /** The first quotation mark that does not fit; the cells from there on cannot be trusted. */
  fault?: QuoteFault;
}

/**
 * A quotation mark that is opened and never closed, or stands in the middle of a value; and how
 * many line breaks of the row are before that value.
 */
export interface QuoteFault {
  kind: "unclosed" | "misplaced";
  breaks: number;
}

interface SeparatedOptions {
  /** More of the text follows: a row that it may go on is left for then. */
  isPart?: boolean;
  /** Takes off the spaces around separators by which columns were aligned; quoted ones stay. */
  trimmed?: boolean;
}

interface Value {
  text: string;
  /** Behind it, and behind its quotation mark and spaces. */
  end: number;
  breaks: number;
  fault?: QuoteFault["kind"];
}

const [lineFeed, carriageReturn, space] = [10, 13, 32];

/**
 * Reads the rows of a text by RFC 4180. CRLF, LF and CR each end a row, in one text too, and stay
 * as they are inside quotation marks. The rows cover the text without gaps, blank ones included. A
 * quotation mark opens only at the beginning of a value.
 *
 * @param delimiter one UTF-16 unit
 */
export function* separatedRows(
  text: string,
  delimiter: string,
  { isPart = false, trimmed = false }: SeparatedOptions = {},
): Generator<SeparatedRow, void, undefined> {
  let at = 0;
  while (at < text.length) {
    const row = rowAt(text, at, delimiter, trimmed);
    // What touches the end of a part may go on behind it: a value, a quotation mark, the LF of a
    // CRLF.
    if (
      isPart &&
      (row.end > text.length ||
        (row.end === text.length && text.charCodeAt(row.end - 1) !== lineFeed))
    )
      return;
    row.end = Math.min(row.end, text.length);
    yield row;
    at = row.end;
  }
}

/** The row that begins at a place. Its end is beyond the text when no line end closes it. */
function rowAt(text: string, begin: number, delimiter: string, trimmed: boolean): SeparatedRow {
  const separator = delimiter.charCodeAt(0);
  const row: SeparatedRow = { cells: [], breaks: 0, end: begin };
  for (;;) {
    const value =
      text[row.end] === '"'
        ? quotedAt(text, row.end, separator)
        : plainAt(text, row.end, separator, trimmed);
    row.cells.push(value.text);
    if (value.fault !== undefined) row.fault ??= { kind: value.fault, breaks: row.breaks };
    row.breaks += value.breaks;
    row.end = value.end + 1;
    const closing = text.charCodeAt(value.end);
    if (closing === separator) continue;
    if (closing === carriageReturn && text.charCodeAt(row.end) === lineFeed) row.end += 1;
    return row;
  }
}

function plainAt(text: string, begin: number, separator: number, trimmed: boolean): Value {
  let end = begin;
  while (end < text.length && !closes(text.charCodeAt(end), separator)) end += 1;
  let [from, to] = [begin, end];
  while (trimmed && from < to && text.charCodeAt(from) === space) from += 1;
  while (trimmed && to > from && text.charCodeAt(to - 1) === space) to -= 1;
  return { text: text.slice(from, to), end, breaks: 0 };
}

function quotedAt(text: string, open: number, separator: number): Value {
  let fault: Value["fault"];
  for (
    let close = text.indexOf('"', open + 1);
    close !== -1;
    close = text.indexOf('"', close + 1)
  ) {
    if (text[close + 1] === '"') {
      close += 1;
      continue;
    }
    const end = behindSpaces(text, close + 1, separator);
    if (end === text.length || closes(text.charCodeAt(end), separator))
      return unquoted(text.slice(open + 1, close), end, fault);
    fault = "misplaced";
  }
  return unquoted(text.slice(open + 1), text.length, fault ?? "unclosed");
}

function unquoted(rawText: string, end: number, fault: Value["fault"]): Value {
  const text = rawText.replaceAll('""', '"');
  return {
    text,
    end,
    breaks: text.match(/\r\n|\n|\r/g)?.length ?? 0,
    ...(fault !== undefined && { fault }),
  };
}

function behindSpaces(text: string, begin: number, separator: number): number {
  let end = begin;
  while (!closes(text.charCodeAt(end), separator) && /\s/.test(text.charAt(end))) end += 1;
  return end;
}

function closes(code: number, separator: number): boolean {
  return code === separator || code === lineFeed || code === carriageReturn;
}

/** What is said of a row with too few values, or too many. */
export function widthFault(valueCount: number, expected: number): string {
  return `has ${valueCount === 1 ? "1 value" : `${valueCount} values`} where ${expected === 1 ? "1 is" : `${expected} are`} expected`;
}
