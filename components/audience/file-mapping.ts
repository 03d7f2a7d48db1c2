import { guessColumn, guessMapping, type Mapping } from "./columns";
import type { SourceRow } from "./source";

/** The row with the names of the columns, counted from 0: the first row, except below the title lines of a report. */
function headerRow(rows: readonly SourceRow[]): number {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").length);
  const [first = 0] = widths;
  if (guessColumn(rows[0]?.cells ?? []) !== undefined) return 0;
  const named = rows.findIndex(({ cells }) => guessColumn(cells) !== undefined);
  if (named !== -1) return named;
  // Names in another language: the first full row below lines of one cell, where it looks like names.
  const full = widths.findIndex((width) => width === Math.max(...widths));
  return first < 2 && full > 0 && mappingAt(rows, full).headed ? full : 0;
}

function mappingAt(rows: readonly SourceRow[], at: number): Mapping {
  return guessMapping(
    rows[at]?.cells ?? [],
    rows.slice(at + 1).map(({ cells }) => cells),
  );
}

/** What a file most likely means whose names of columns are in this row, by default the one that looks like it. */
export function guessFileMapping(rows: readonly SourceRow[], at = headerRow(rows)): Mapping {
  const mapping = mappingAt(rows, at);
  const line = rows[at]?.line;
  return at === 0 || line === undefined ? mapping : { ...mapping, headed: true, headerLine: line };
}
