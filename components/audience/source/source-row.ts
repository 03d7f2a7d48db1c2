/** A row of what a person brought: its cells, and where it stands (counted from 1). */
export interface SourceRow {
  line: number;
  /** Greater than `line` when a value in quotes holds line breaks. */
  lastLine: number;
  cells: readonly string[];
  /** Why its cells cannot be trusted. */
  broken?: string;
  /** It stands below the table of a report. */
  below?: true;
}
