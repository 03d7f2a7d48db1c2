import { expect, it } from "vitest";
import { Examiner } from "./examine-rows";
import { guessFileMapping } from "./file-mapping";
import { firstRows, formOf, rowsOf } from "./source";

async function examined(text: string) {
  const file = new Blob([text]);
  const form = await formOf(file);
  const mapping = guessFileMapping(await firstRows(file, form, 30));
  const examiner = new Examiner(mapping);
  for await (const row of rowsOf({ kind: "csv", file, form }, mapping.headed, mapping.headerLine)) examiner.add(row);
  const { recipients, unreadable } = examiner.told();
  return { headerLine: mapping.headerLine, recipients, leftOut: unreadable.first.map(({ line, why }) => [line, why]) };
}

it("finds the header of a report below its titles, and lists titles and totals as left out", async () => {
  const report =
    "Customer export\nCreated by: Sales Team,,\nFilter: all open accounts,,\n,,\nUser ID,First name,City\nm-1001,Maya,Oslo\nm-1002,Jon,Bergen\n,,\nGrand total,2,\nConfidential - do not distribute,,\n";
  expect(await examined(report)).toEqual({
    headerLine: 5,
    recipients: 2,
    leftOut: [
      [1, "is above the column names"],
      [2, "is above the column names"],
      [3, "is above the column names"],
      [9, "is a total or a footer, not a recipient"],
      [10, "is a total or a footer, not a recipient"],
    ],
  });
});

it("finds a header in another language below titles", async () => {
  expect(await examined("Kunden\n\nKunde,Stadt\nm-1,Oslo\nm-2,Bergen\n")).toMatchObject({ headerLine: 3, recipients: 2 });
});

it.each([
  ["userid,name,name\nm-1001,Maya,Maya L.\nm-1002,Jon,Jon B.\n"],
  ["userid\tname\nm-1001\tMaya\nm-1002\tJon\n"],
  ["userid,name,,,\nm-1001,Maya,,,\nm-1002,Jon,,,\n,,,,\n,,,,\n"],
])("takes the first row of %j for the header", async (text) => {
  expect(await examined(text)).toEqual({ headerLine: undefined, recipients: 2, leftOut: [] });
});
