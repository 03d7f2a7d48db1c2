import Papa from "papaparse";

/** What separates columns, where two fit equally well the one first that stands in texts less often. */
const candidates = ["\t", ";", "|", ","] as const;
const looked = 50;

/**
 * What separates the columns of a CSV text, by its first rows: a line `sep=;` of a spreadsheet says so; else what gives most rows the same number of columns, and
 * leaves no other separator in the first of them. A comma when there is one column only.
 */
export function delimiterOf(head: string): string {
  const said = /^\uFEFF?sep=([\t;|,])\r?(?:\n|$)/i.exec(head)?.[1];
  if (said !== undefined) return said;
  const [best] = candidates
    .map((delimiter) => ({ delimiter, ...fitOf(head, delimiter) }))
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.even - one.even || one.stray - other.stray);
  return best?.delimiter ?? ",";
}

function fitOf(head: string, delimiter: string): { width: number; even: number; stray: number } {
  const { data } = Papa.parse<string[]>(head, { delimiter, preview: looked, skipEmptyLines: true });
  const counts = new Map<number, number>();
  for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, rows] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  const stray = data.filter(([first = ""]) => candidates.some((other) => other !== delimiter && first.includes(other))).length;
  return { width, even: rows / Math.max(data.length, 1), stray };
}
