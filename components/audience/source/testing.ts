import { guessMapping, type Mapping } from "./columns";
import { Examiner, readRow } from "./examine-rows";
import { firstRows, formOf, rowsOf, type Source } from "./source";

/**
 * Reads a file as the console does once it is chosen: what it means, and its recipients by line.
 * For tests.
 */
export async function chooseFile(text: string | Blob) {
  const file = new Blob([text]);
  const form = await formOf(file);
  const [header, ...others] = await firstRows(file, form, 7);
  const mapping = guessMapping(
    header?.cells ?? [],
    others.map(({ cells }) => cells),
  );
  const source: Source = { kind: "csv", file, form };
  return { mapping, source, ...(await readRows(source, mapping)) };
}

async function readRows(source: Source, mapping: Mapping) {
  const examiner = new Examiner(mapping);
  const people: [string, string, Record<string, string> | undefined][] = [];
  const why: string[] = [];
  for await (const row of rowsOf(source, mapping)) {
    examiner.add(row);
    const outcome = readRow(row, mapping);
    if ("why" in outcome) why.push(`${row.line} ${outcome.why}`);
    else people.push([outcome.recipient.type, outcome.recipient.id, outcome.recipient.parameters]);
  }
  return { people, why, examination: examiner.report() };
}

/** Returns the ids of recipients. For tests. */
export const idsOf = (people: readonly [string, string, unknown][]) => people.map(([, id]) => id);
