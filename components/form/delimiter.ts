import { separatedRows } from "./separated-rows";

/** What separates columns, where two fit equally well the one first that stands in texts less often. */
const candidates = ["\t", ";", "|", ","] as const;
const looked = 50;

/**
 * What separates the columns of a CSV text, by its first rows: a line `sep=;` of a spreadsheet says so; else what gives most rows the same number of columns, and
 * leaves no other separator in the first of them. What the first row does not hold separates nothing: below the name of one column it belongs to the values, as in
 * `auth0|5f`. A comma when there is one column only.
 */
export function delimiterOf(head: string): string {
  const said = namedSeparator(/^\uFEFF?([^\r\n]*)/.exec(head)?.[1] ?? "");
  if (said !== undefined) return said;
  const [best] = candidates
    .map((delimiter) => ({ delimiter, ...fitOf(head, delimiter) }))
    .filter(({ width, first, delimiter }) => width > 1 && first > 1 && !(delimiter === "|" && isPrefixed(head)))
    .toSorted((one, other) => other.even - one.even || one.stray - other.stray);
  return best?.delimiter ?? ",";
}

/** Whether a text without names of columns holds ids such as `auth0|5f`, `google-oauth2|10`: what stands before the bar of the first stands there again. */
function isPrefixed(head: string): boolean {
  const prefixes: string[] = [];
  for (const { cells } of separatedRows(head, "|")) {
    if (isBlank(cells)) continue;
    if (cells.length !== 2) return false;
    prefixes.push(cells[0] ?? "");
    if (prefixes.length === looked) break;
  }
  return prefixes.indexOf(prefixes[0] ?? "", 1) !== -1;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === "";
}

/**
 * The separator that a first line `sep=;` names, which names the separator for Excel; undefined for any other line. A program that saved the file again
 * may have put it in quotation marks, or separators of empty columns behind it.
 */
export function namedSeparator(line: string): string | undefined {
  return /^ *sep *= *([^\w\s"']|\t)[\t;|, ]*$/i.exec(line.replaceAll('"', ""))?.[1];
}

/** @returns columns of most rows (`width`) and of the first, the share of rows that have so many, and rows whose first value holds another separator */
function fitOf(head: string, delimiter: string): { width: number; first: number; even: number; stray: number } {
  const counts = new Map<number, number>();
  let [total, stray, first] = [0, 0, 0];
  for (const { cells } of separatedRows(head, delimiter)) {
    if (isBlank(cells)) continue;
    if (total === 0) first = cells.length;
    const [value = ""] = cells;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    if (candidates.some((other) => other !== delimiter && value.includes(other))) stray += 1;
    total += 1;
    if (total === looked) break;
  }
  const [width, rows] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return { width, first, even: rows / Math.max(total, 1), stray };
}
