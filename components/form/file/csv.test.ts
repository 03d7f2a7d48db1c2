import { expect, it } from "vitest";
import { readCsv } from "./csv";

it.each([
  ['set,name\nVIP,"Ann\nGuest,Lee\n', /^Line 2: a quotation mark is opened and not closed\./],
  ['\uFEFFset,name\r\n\r\n"V\r\nIP",Ann\r\nGuest,"Lee', /^Line 5: a quotation mark is opened/],
  ['set\tname\nVIP\t"Ann" Lee\n', /^Line 2: there is a quotation mark in the middle of a value\./],
])("%j is refused", (text, problem) => {
  expect(readCsv(text).problem).toMatch(problem);
});

it.each(['set,name\n"V ""I"" P","Ann\nLee"\n', 'name\n5" pipe\n', "name\nAnn\n", ""])(
  "%j is read",
  (text) => {
    expect(readCsv(text).problem).toBeUndefined();
  },
);

it.each([";", "\t", ","])("finds %j below titles, and behind a line that names it", (separator) => {
  const table = [
    ["set", "name"],
    ["VIP", "Ann"],
    ["Guest", "Lee"],
  ];
  const lines = table.map((row) => row.join(separator)).join("\r\n");
  expect(readCsv(`\uFEFFSample sets\r\n${lines}`)).toEqual({
    rows: [["Sample sets"], ...table],
    lines: [1, 2, 3, 4],
  });
  expect(readCsv(`\uFEFFsep=${separator}\r\n${lines}`)).toEqual({ rows: table, lines: [2, 3, 4] });
});

it("leaves values of one column whole", () => {
  for (const text of [
    "name\nAnn; Lee\nBen; Kim\n",
    "city\nOslo; Norway\nBern; Schweiz\n",
    "userid\na;b\nc;d\n",
  ])
    expect(readCsv(text)).toMatchObject({
      rows: text
        .trim()
        .split("\n")
        .map((line) => [line]),
    });
});
