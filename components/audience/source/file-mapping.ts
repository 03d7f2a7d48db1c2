import { columnEvidence } from "@/components/form/file/column-names";
import { guessColumn, guessMapping, kindOfName, type Mapping } from "./columns";
import { formerNames, withKnownNames } from "./parameter-names";
import type { SourceRow } from "./source-row";

/** Lines above the names of the columns. */
const mostTitles = 29;

/**
 * The row with the names of the columns, counted from 0: the first row, except below the title
 * lines of a report.
 */
function headerRow(rows: readonly SourceRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").length);
  if (guessColumn(rows[0]?.cells ?? []) !== undefined) return 0;
  const named = rows.findIndex(
    ({ cells }, index) => guessColumn(cells) !== undefined && areTitles(rows, filled, index),
  );
  if (named > 0) return named;
  // Titles that are as wide as the table: the only row that has the very name of ids. "ID" is a
  // country, too.
  const exact = rows
    .slice(0, mostTitles + 1)
    .findIndex(({ cells }) => cells.some((cell) => kindOfName(cell) !== undefined));
  if (exact > 0) return exact;
  // Names in another language: the first of the fullest rows, where it looks like names and those
  // above it do not.
  const [first = 0] = filled;
  const full = filled.indexOf(Math.max(...filled));
  if (full < 1 || full === rows.length - 1) return 0;
  const isNamed =
    first < 2
      ? mappingAt(rows, full).headed
      : columnEvidence(rows[full]?.cells ?? [], cellsBelow(rows, full)) === "names";
  return isNamed ? full : 0;
}

/**
 * Whether the rows above one are titles: they fill fewer columns, or are words above the one column
 * of a list.
 */
function areTitles(rows: readonly SourceRow[], filled: readonly number[], at: number): boolean {
  const width = filled[at] ?? 0;
  const above = rows.slice(0, at);
  if (width > 1) return above.every((_, index) => (filled[index] ?? 0) < width);
  const name = rows[at]?.cells.find((cell) => cell.trim() !== "") ?? "";
  return (
    kindOfName(name) !== undefined &&
    above.every(({ cells }) => cells.some((cell) => /\S\s+\S/.test(cell)))
  );
}

/**
 * Rows below one, without those that fill less than half of its columns: footers, and rows that sum
 * up.
 */
function cellsBelow(rows: readonly SourceRow[], at: number): (readonly string[])[] {
  const count = ({ cells }: SourceRow) => cells.filter((cell) => cell.trim() !== "").length;
  const header = rows[at];
  const width = header ? count(header) : 0;
  return rows
    .slice(at + 1)
    .filter((row) => count(row) * 2 > width)
    .map(({ cells }) => cells);
}

function mappingAt(rows: readonly SourceRow[], at: number): Mapping {
  return guessMapping(
    rows[at]?.cells ?? [],
    at === 0 ? rows.slice(1).map(({ cells }) => cells) : cellsBelow(rows, at),
  );
}

/**
 * What a file most likely means whose names of columns are in this row, by default the one that
 * looks like it.
 *
 * @param proposedNames parameters that columns may be for
 */
export function guessFileMapping(
  rows: readonly SourceRow[],
  proposedNames: readonly string[],
  at = headerRow(rows),
): Mapping {
  const mapping = withKnownNames(
    mappingAt(rows, at),
    rows[at]?.cells ?? [],
    proposedNames,
    formerNames(),
  );
  const line = rows[at]?.line;
  return at === 0 || line === undefined ? mapping : { ...mapping, headed: true, headerLine: line };
}
