import type { Mapping } from "./columns";
import type { SourceRow } from "./source-row";
import { isFigure } from "./total-words";

/** Where the table of a file stands, and how wide it is. */
export type Table = Pick<Mapping, "headed"> &
  Partial<Pick<Mapping, "headerLine" | "width" | "column">>;

/**
 * Recognises the block that reports have below their table, behind a line without values: a title
 * such as `Summary`, and figures under it. Rows are shown to it in order. Only below title lines,
 * since a file that begins with the names of its columns is a plain list; and only in a table whose
 * ids have digits or signs, which such titles lack.
 */
export class BlockBelow {
  readonly #table: Table;
  /** The last line of the row before; 0 until the table has a row. */
  #last = 0;
  /** Every id so far has a digit or a sign. */
  #hasIdLikeIds = true;
  #isInside = false;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Whether a row belongs to such a block. */
  has({ line, lastLine, cells }: SourceRow): boolean {
    const { headerLine, width = 1, column = 0 } = this.#table;
    if (headerLine === undefined || width < 2 || line <= headerLine) return false;
    const isBehindGap = this.#last > 0 && line > this.#last + 1;
    this.#last = lastLine;
    const id = cells[column]?.trim() ?? "";
    const rest = cells.filter((cell, index) => index !== column && cell.trim() !== "");
    const isIdLike = /[\d@_|.-]/.test(id);
    if (this.#isInside) this.#isInside = !isIdLike && rest.every(isFigure);
    else
      this.#isInside =
        isBehindGap &&
        this.#hasIdLikeIds &&
        !isIdLike &&
        id !== "" &&
        (rest.length + 1) * 2 <= width;
    if (!this.#isInside) this.#hasIdLikeIds &&= isIdLike;
    return this.#isInside;
  }
}
