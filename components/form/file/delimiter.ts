import { hasNames, isIdName } from "./column-names";
import { separatedRows } from "./separated-rows";

/**
 * What separates columns, where two fit equally well the one first that stands in texts less often.
 */
const candidates = ["\t", ";", "|", ","] as const;
/** Rows that are judged, and those of them that may be titles of a report. */
const [mostRows, mostTitles] = [50, 29];

/**
 * What separates the columns of a CSV text, by its first rows: a line `sep=;` of a spreadsheet says
 * so; else what gives most rows the same number of columns, and leaves no other separator in the
 * first of them. What the row of names does not hold separates nothing: below the name of one
 * column it belongs to the values, as in `auth0|5f`. Names stand in the first row, or below title
 * lines. A comma when there is one column only.
 */
export function delimiterOf(head: string): string {
  const said = namedSeparator(/^\uFEFF?([^\r\n]*)/.exec(head)?.[1] ?? "");
  if (said !== undefined) return said;
  const [best] = candidates
    .flatMap((delimiter) => fitOf(head, delimiter) ?? [])
    .toSorted((one, other) => other.even - one.even || one.stray - other.stray);
  return best?.delimiter ?? ",";
}

/**
 * Whether rows hold ids such as `auth0|5f`, `google-oauth2|10`: what stands before the bar of the
 * first stands there again.
 */
function arePrefixed(rows: readonly (readonly string[])[]): boolean {
  if (!rows.every((cells) => cells.length === 2)) return false;
  const prefixes = rows.map(([prefix = ""]) => prefix);
  return prefixes.indexOf(prefixes[0] ?? "", 1) !== -1;
}

/**
 * The separator that a first line `sep=;` names, which names the separator for Excel; undefined for
 * any other line. A program that saved the file again may have put it in quotation marks, or
 * separators of empty columns behind it.
 */
export function namedSeparator(line: string): string | undefined {
  return /^ *sep *= *([^\w\s"']|\t)[\t;|, ]*$/i.exec(line.replaceAll('"', ""))?.[1];
}

interface Fit {
  delimiter: string;
  /** The share of rows with the number of columns that most have. */
  even: number;
  /** Rows whose first value holds another separator. */
  stray: number;
}

/** How well a separator fits; undefined when it separates nothing. */
function fitOf(head: string, delimiter: string): Fit | undefined {
  const all: string[][] = [];
  for (const { cells } of separatedRows(head, delimiter)) {
    if (cells.length > 1 || cells[0] !== "") all.push(cells);
    if (all.length === mostRows) break;
  }
  const [title = []] = all;
  const rows = title.length > 1 ? all : belowTitles(all, delimiter);
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  if (width < 2 || (delimiter === "|" && arePrefixed(rows))) return undefined;
  const stray = rows.filter(([value = ""]) =>
    candidates.some((other) => other !== delimiter && value.includes(other)),
  ).length;
  return { delimiter, even: most / rows.length, stray };
}

/**
 * The rows from the names of columns on, below lines of one value; none where that value is the
 * name of the one column.
 */
function belowTitles(all: readonly string[][], delimiter: string): readonly string[][] {
  if (isIdName(all[0]?.[0] ?? "")) return [];
  const at = all.findIndex((cells) => cells.filter((cell) => cell.trim() !== "").length > 1);
  if (at < 1 || at > mostTitles) return [];
  const [names = [], ...below] = all.slice(at);
  const rows = below.filter(
    (cells) => cells.length === names.length && cells.some((cell) => cell.trim() !== ""),
  );
  if (rows.length === 0) return [];
  if (names.some(isIdName)) return [names, ...below];
  // Words behind a separator and a space are prose, two behind a bar an id.
  const isProse = names.slice(1).some((cell) => cell.startsWith(" "));
  const isId = delimiter === "|" && names.length === 2;
  return !isProse && !isId && hasNames(names, rows) ? [names, ...below] : [];
}
