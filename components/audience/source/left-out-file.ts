import { saveFile } from "@/components/ui/browser/save-file";
import { toast } from "@/components/ui/toast";
import { csvMark, csvText } from "@/lib/inputs/csv-text";
import { leftOutColumns, type Mapping } from "./columns";
import { Examiner } from "./examine-rows";
import { rowsOf, SourceError, type Source } from "./source";

/** So many rows are written down: more than anybody mends by hand. */
const mostRows = 50_000;

/**
 * The rows of a source that are left out, as a CSV file to mend and choose again: the line of each,
 * why it is left out, and its cells as they stand. At most 50,000 rows.
 *
 * @throws {SourceError} as `rowsOf` does
 */
export async function leftOutFile(source: Source, mapping: Mapping): Promise<Blob> {
  const rows: string[][] = [];
  const examiner = new Examiner(mapping, {
    onLeftOut: ({ line, cells }, why) => rows.push([String(line), why, ...cells]),
  });
  let names: readonly string[] | undefined;
  for await (const row of rowsOf(source, { ...mapping, headed: false })) {
    if (mapping.headed && names === undefined && row.line >= (mapping.headerLine ?? 0)) {
      names = row.cells;
      continue;
    }
    if (!examiner.add(row) || rows.length >= mostRows) break;
  }
  const text = csvText([[...leftOutColumns, ...(names ?? namesFor(mapping))], ...rows]);
  return new Blob([csvMark, text], { type: "text/csv;charset=utf-8" });
}

/**
 * Names for the columns of a source that has none, by which the file is read again; none where a
 * row may end before them.
 */
function namesFor({ width = 1, least = width, column, kind }: Mapping): string[] {
  return Array.from({ length: width }, (_, index) =>
    index === column ? kind : index < least ? `Column ${index + 1}` : "",
  );
}

/** Hands the rows of a source that are left out to the person as a file, or says why it cannot. */
export async function saveLeftOut(
  source: Source | undefined,
  mapping: Mapping | undefined,
): Promise<void> {
  if (!source || !mapping) return;
  try {
    saveFile(await leftOutFile(source, mapping), "left-out-rows.csv");
  } catch (error) {
    toast.error(error instanceof SourceError ? error.message : "The file cannot be read.");
  }
}
