import { separatedRows } from "./separated-rows";

/** What separates columns, where two fit equally well the one first that stands in texts less often. */
const candidates = ["\t", ";", "|", ","] as const;
const looked = 50;

/**
 * What separates the columns of a CSV text, by its first rows: a line `sep=;` of a spreadsheet says so; else what gives most rows the same number of columns, and
 * leaves no other separator in the first of them. A comma when there is one column only.
 */
export function delimiterOf(head: string): string {
  const said = namedSeparator(/^\uFEFF?([^\r\n]*)/.exec(head)?.[1] ?? "");
  if (said !== undefined) return said;
  const [best] = candidates
    .map((delimiter) => ({ delimiter, ...fitOf(head, delimiter) }))
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.even - one.even || one.stray - other.stray);
  return best?.delimiter ?? ",";
}

/**
 * The separator that a first line `sep=;` names, by which Excel is told what separates columns; undefined for any other line. A program that saved the file again
 * may have put it in quotation marks, or separators of empty columns behind it.
 */
export function namedSeparator(line: string): string | undefined {
  return /^ *sep *= *([^\w\s"']|\t)[\t;|, ]*$/i.exec(line.replaceAll('"', ""))?.[1];
}

function fitOf(head: string, delimiter: string): { width: number; even: number; stray: number } {
  const counts = new Map<number, number>();
  let [total, stray] = [0, 0];
  for (const { cells } of separatedRows(head, delimiter)) {
    const [first = ""] = cells;
    if (cells.length === 1 && first === "") continue;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    if (candidates.some((other) => other !== delimiter && first.includes(other))) stray += 1;
    total += 1;
    if (total === looked) break;
  }
  const [width, rows] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return { width, even: rows / Math.max(total, 1), stray };
}
