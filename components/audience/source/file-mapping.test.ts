import { expect, it } from "vitest";
import { Examiner } from "./examine-rows";
import { guessFileMapping } from "./file-mapping";
import { firstRows, formOf, rowsOf } from "./source";

async function examined(text: string) {
  const file = new Blob([text]);
  const form = await formOf(file);
  const mapping = guessFileMapping(await firstRows(file, form, 30), []);
  const examiner = new Examiner(mapping);
  for await (const row of rowsOf({ kind: "csv", file, form }, mapping)) examiner.add(row);
  const { recipients, unreadable } = examiner.report();
  return {
    headerLine: mapping.headerLine,
    recipients,
    leftOut: unreadable.first.map(({ line, why }) => [line, why]),
  };
}

it("finds the header of a report between its titles and its rows", async () => {
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

it("leaves out the block of figures below the table of a report", async () => {
  const report =
    "Customer export\n\nUser ID,First name,City\nm-1001,Maya,Oslo\n\nm-1002,Jon,Bergen\n,,\nSummary,,\nTotal customers,2,\nOslo,1,\nAverage age,,33\n";
  expect(await examined(report)).toMatchObject({
    recipients: 2,
    leftOut: [1, 8, 9, 10, 11].map((line) => [
      line,
      line === 1 ? "is above the column names" : "is a total or a footer, not a recipient",
    ]),
  });
});

it.each([
  ["Customers\n\nUser ID,First name,City\nm-1,Maya,Oslo\n\nm-2,,\nm-3,Jon,Bergen\n", 3],
  [
    "Customers\n\nUser ID,First name,City\nm-1,Maya,Oslo\n\nSummary,,\nm-2,Jon,Bergen\nm-3,Ann,Rome\n",
    3,
  ],
  ["User ID,First name,City\nm-1,Maya,Oslo\n\nSummary,,\nm-2,,\n", 3],
  ["People\n\nUser ID,Age\nann,30\n\nmaya,\njon,34\nm-7,40\n", 4],
  ["People\n\nUser ID,First name,City\nm-1,Ann,Oslo\n\nalice,,\nm-2,Jon,\nm-3,,Rome\n", 3],
  ["People\n\nCompany,User ID,City\nShop,m-1,Oslo\n\nAcme,,\nBeta,m-2,\n", 2],
  ["Companies\n\nUser ID,Orders,Sum\nm-1,3,40\nTotal Energies,12,4000\nNombre Uno,1,2\n", 3],
  ["Companies\n\nCompany,User ID,City\nTotal Wine,m-1,Oslo\nNumber of One,m-2,\n", 2],
])("takes people behind a line without values for people: %j", async (text, recipients) => {
  expect(await examined(text)).toMatchObject({ recipients });
});

it.each([
  ["userid,name,city\n+49 30 123,,\nanna maria lopez,,\na 1 a,,\n", 3],
  ["People\n\nUser ID,First name,City\nm-1,Ann,Oslo\n+49 30 123,,\n", 2],
])(
  "takes an id with spaces for an id, though the rest of its row is empty: %j",
  async (text, recipients) => {
    expect(await examined(text)).toMatchObject({
      recipients,
      leftOut: text.startsWith("People") ? [[1, "is above the column names"]] : [],
    });
  },
);

it.each(["Total customers,2,", "Anzahl Kunden,2,", "Number of records,2,", "Gesamt (alle),2,"])(
  "leaves out %s in a report",
  async (line) => {
    expect(
      await examined(`Customers\n\nUser ID,First name,City\nm-1,Maya,Oslo\n${line}\n`),
    ).toMatchObject({ recipients: 1 });
  },
);

it("finds a header in another language below titles", async () => {
  expect(await examined("Kunden\n\nKunde,Stadt\nm-1,Oslo\nm-2,Bergen\n")).toMatchObject({
    headerLine: 3,
    recipients: 2,
  });
});

it.each([
  ["userid,name,name\nm-1001,Maya,Maya L.\nm-1002,Jon,Jon B.\n"],
  ["userid\tname\nm-1001\tMaya\nm-1002\tJon\n"],
  ["userid,name,,,\nm-1001,Maya,,,\nm-1002,Jon,,,\n,,,,\n,,,,\n"],
])("takes the first row of %j for the header", async (text) => {
  expect(await examined(text)).toEqual({ headerLine: undefined, recipients: 2, leftOut: [] });
});

it.each([";", "\t", "|"])(
  "finds the header below titles where %j separates columns",
  async (separator) => {
    const report = `Customer export\nCreated by: Sales Team\n\nUser ID,First name,City\nm-1001,Maya,Oslo\nm-1002,Jon,Bergen\nGrand total,2,\n`;
    expect(await examined(report.replaceAll(",", separator))).toEqual({
      headerLine: 4,
      recipients: 2,
      leftOut: [
        [1, "is above the column names"],
        [2, "is above the column names"],
        [7, "is a total or a footer, not a recipient"],
      ],
    });
  },
);

it.each([
  ["Kunden, Stand 2026\nKunde;Stadt;Umsatz\nm-1;Oslo, Mitte;1,5\nm-2;Bergen;2,5\n", 2, 2],
  ["Kunden\n\nKunde;Stadt\nMaya;Oslo\nJon;Bergen\n", 3, 2],
  ["Kunden\n\nKunde\tStadt\nm-1\tOslo\n", 3, 1],
  ["\uFEFFKunden;;\r\n;;\r\nUser ID;Name;Ort\r\nm-1;Maya;Oslo\r\n", 3, 1],
  ["Export of all\nUser ID\nm-1\nm-2\n", 2, 2],
  ["Customers\nUser ID\nm-1\nm-2\n", 2, 2],
  ["Report name,Customers\nGenerated,2026-01-01\nUser ID,Name\nm-1,Maya\nm-2,Jon\nTotal,2\n", 3, 2],
  ["Export,2026-01-31,,\nKunde,Stadt,Land,Umsatz\nm-1,Oslo,NO,1\nm-2,Bern,CH,2\n", 2, 2],
])("finds the header of %j", async (text, headerLine, recipients) => {
  expect(await examined(text)).toMatchObject({ headerLine, recipients });
});

it.each([
  ["u-1,NO\nu-2,US\nu-3,ID\nu-4,SE\n", 4],
  ["userid\nauth0|5f\nauth0|6a\n", 2],
  ["userid\na;b\nc;d\n", 2],
  ["Kunden\nauth0|5f\nauth0|6a\nauth0|7b\n", 3],
  ["m-1\nTotal\nm-2\n", 3],
  ["userid\nTotal\nSumme\nconfidential\n", 3],
  ["userid,name\ntotal,Maya\n", 1],
  ["name,userid,city\nSumma,17,Oslo\n", 1],
  ["userid,name,city\nSoma,Kim,Seoul\nCount,Dracula,Paris\nSUM,Ann,Oslo\nTotal,Ann,Oslo\n", 4],
])("leaves nothing of %j out", async (text, recipients) => {
  expect(await examined(text)).toEqual({ headerLine: undefined, recipients, leftOut: [] });
});

it.each([
  "Summe",
  "Total général",
  "Gesamt: 2",
  "Insgesamt",
  "Somme",
  "Totale",
  "Итого",
  "合计",
  "合計：2",
  "Celkem",
  "TOTAL",
  "Grand Total (2)",
  "Vertraulich - nicht weitergeben",
  "© 2026 Example",
  "Seite 1 von 2",
])("lists %s as left out", async (label) => {
  for (const separator of [",", ";", "\t"]) {
    const rows = ["userid,name,city", "m-1,Maya,Oslo", "m-2,Jon,Bern", `${label},,2`].map((row) =>
      row.replaceAll(",", separator),
    );
    expect(await examined(rows.join("\n"))).toEqual({
      headerLine: undefined,
      recipients: 2,
      leftOut: [[4, "is a total or a footer, not a recipient"]],
    });
  }
});

it.each([
  "-----,----,--",
  "=====,,",
  "(2 rows),,",
  '"Total, all",,2',
  "Average,,25",
  "Source: CRM,,",
  "User ID,Name,City",
])("takes the line %s for no recipient", async (line) =>
  expect(await examined(`userid,name,city\nm-1,Maya,Oslo\n${line}\nm-2,Jon,Bern\n`)).toMatchObject({
    recipients: 2,
    leftOut: [[3, expect.any(String)]],
  }),
);

it("takes no count in the column of ids for a recipient", async () => {
  expect(await examined("City,User ID,Name\nOslo,m-1,Maya\nTotal,1,\n")).toMatchObject({
    recipients: 1,
    leftOut: [[3, "is a total or a footer, not a recipient"]],
  });
});
