import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { separatedRows } from "./separated-rows";

const cells = (text: string, delimiter = ",") =>
  [...separatedRows(text, delimiter)].map((row) => row.cells);
const table = [
  ["userid", "name"],
  ["u1", "Ana"],
  ["u2", "Ben"],
  ["u3", "Cem"],
];

/** The rows of a text that comes in pieces, as a reader of files puts them together. */
function inPieces(text: string, size: number) {
  const rows: { cells: string[]; breaks: number }[] = [];
  let rest = "";
  for (let at = 0; at < text.length; at += size) {
    rest += text.slice(at, at + size);
    let end = 0;
    for (const row of separatedRows(rest, ",", { isPart: at + size < text.length })) {
      rows.push({ cells: row.cells, breaks: row.breaks });
      end = row.end;
    }
    rest = rest.slice(end);
  }
  return rows;
}

describe("line ends", () => {
  it.each(
    ["\r\n", "\n", "\r"].flatMap((first) =>
      ["\r\n", "\n", "\r"].map((others) => [first, others] as const),
    ),
  )("%j after the first line and %j after the others each end a line", (first, others) => {
    const [header = [], ...rows] = table.map((row) => row.join(","));
    expect(cells(`${String(header)}${first}${rows.map((row) => row + others).join("")}`)).toEqual(
      table,
    );
    expect(cells(`${String(header)}${first}${rows.join(others)}`)).toEqual(table);
  });

  it("are preserved inside quotation marks, and counted", () => {
    expect(
      [...separatedRows('a,"1\r\n2\r3\n4"\r\nb,""\rc,"x"\n', ",")].map(
        ({ cells: values, breaks }) => [values, breaks],
      ),
    ).toEqual([
      [["a", "1\r\n2\r3\n4"], 3],
      [["b", ""], 0],
      [["c", "x"], 0],
    ]);
  });

  it("are the same wherever a piece of the file ends", () => {
    const ends = fc.constantFrom("\r\n", "\n", "\r");
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", " "), maxLength: 5 });
    const rows = fc.array(fc.tuple(cell, cell, ends), { minLength: 1, maxLength: 6 });
    const quoted = (text: string) =>
      /[\r\n",]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), (generatedRows, size) => {
        const text = generatedRows
          .map(([one, other, end]) => `${quoted(one)},${quoted(other)}${end}`)
          .join("");
        expect(inPieces(text, size)).toEqual(
          generatedRows.map(([one, other]) => ({
            cells: [one, other],
            breaks: `${one},${other}`.split(/\r\n|\n|\r/).length - 1,
          })),
        );
      }),
    );
  });
});

describe("quotation marks", () => {
  it("are read as any writer of CSV writes them", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "ü", "👍", ",", '"', "\n", " ", ";", "\t"),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant("x"), cell, cell)),
        fc.constantFrom(",", ";", "\t"),
        (rows, delimiter) => {
          expect(cells(Papa.unparse(rows, { delimiter }), delimiter)).toEqual(rows);
        },
      ),
    );
  });

  it.each([
    ['5" pipe,a\n', ['5" pipe', "a"]],
    ['"a" , "b"\n', ["a", ' "b"']],
    ['"a"  ', ["a"]],
    [",\n", ["", ""]],
  ])("%j is %j", (text, row) => {
    expect(cells(text)).toEqual([row]);
  });

  it("are reported where they do not fit, with the line breaks before them", () => {
    const faults = (text: string) => [...separatedRows(text, ",")].map(({ fault }) => fault);
    expect(faults('a,b\n"x"y",z\nc,d\n"1\n2","open,e\n')).toEqual([
      undefined,
      { kind: "misplaced", breaks: 0 },
      undefined,
      { kind: "unclosed", breaks: 1 },
    ]);
  });
});

it("takes spaces around separators off on demand, and none that are quoted", () => {
  const rows = separatedRows('u1  , Ana B ,"  x " , \u00A0y\n', ",", { trimmed: true });
  expect([...rows].map((row) => row.cells)).toEqual([["u1", "Ana B", "  x ", "\u00A0y"]]);
});
