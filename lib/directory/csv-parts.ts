import { csvMark, csvText } from "@/lib/inputs/csv-text";

/** A file that is handed out. */
export interface FileInParts {
  name: string;
  /** Its text, a part at a time. */
  parts: AsyncGenerator<string, void, undefined>;
}

/** Rows of a file that are in memory at a time. */
export const partRows = 2_000;

/**
 * A CSV file, a part at a time: the names of its columns, then a line for each row.
 *
 * @param read returns the next {@link partRows} rows behind one, fewer at the end
 * @param most rows, in whole parts
 */
export async function* csvParts<R>(
  columns: string[],
  read: (last: R | undefined) => Promise<R[]>,
  lineOf: (row: R) => string[],
  most = Infinity,
): FileInParts["parts"] {
  yield csvMark + csvText([columns]);
  let last: R | undefined;
  for (let done = 0; done < most; done += partRows) {
    const rows = await read(last);
    if (rows.length === 0) return;
    yield csvText(rows.map(lineOf));
    last = rows.at(-1);
    if (rows.length < partRows) return;
  }
}
