import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvRows, firstRows, formOf, lineRows, rowsOf, SourceError } from "./source";
import type { SourceRow } from "./source-row";

const comma = { delimiter: "," };
async function all(rows: AsyncIterable<SourceRow>): Promise<SourceRow[]> {
  const sourceRows: SourceRow[] = [];
  for await (const row of rows) sourceRows.push(row);
  return sourceRows;
}
/** A file that comes in pieces of this many bytes. */
function inPieces(text: string, size: number): Pick<Blob, "stream"> {
  const bytes = new TextEncoder().encode(text);
  return {
    stream: () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size)
            controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      }),
  };
}

describe("csvRows", () => {
  it("reports where each row stands, blank lines and line breaks in quotes counted", async () => {
    const text = 'userid,name\n\na,"one\ntwo"\n , \nb,x\n';
    expect(await all(csvRows(new Blob([text]), comma))).toEqual([
      { line: 1, lastLine: 1, cells: ["userid", "name"] },
      { line: 3, lastLine: 4, cells: ["a", "one\ntwo"] },
      { line: 6, lastLine: 6, cells: ["b", "x"] },
    ]);
  });

  it("reads what any writer of CSV wrote, in pieces of any size", async () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "ü", "न", "👍", ",", '"', "\n", " ", ";"),
      maxLength: 6,
    });
    const table = fc.array(fc.tuple(fc.constantFrom("x", "ýz"), cell, cell), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("\n", "\r\n"),
        async (rows, size, newline) => {
          const text = Papa.unparse(rows, { newline });
          const read = await all(csvRows(inPieces(text, size), comma));
          expect(read.map(({ cells }) => cells)).toEqual(rows);
          expect(read.every(({ broken }) => broken === undefined)).toBe(true);
        },
      ),
    );
  });

  it("marks rows whose quotes do not fit, and reads on behind them", async () => {
    const rows = await all(csvRows(new Blob(['a,b\n"x"y",z\nc,d\n"open,e\n']), comma));
    expect(rows.map(({ line, broken }) => [line, broken])).toEqual([
      [1, undefined],
      [2, "there is a quote in the middle of a value"],
      [3, undefined],
      [4, "a quote is opened and not closed"],
    ]);
  });

  it("gives up on what is not UTF-8, and on a quote that swallows a million characters", async () => {
    await expect(
      all(csvRows(new Blob([new Uint8Array([0x61, 0xe4, 0x0a])]), comma)),
    ).rejects.toThrow("CSV UTF-8");
    await expect(
      all(csvRows(inPieces(`a,"${"x\n".repeat(600_000)}`, 65_536), comma)),
    ).rejects.toThrow(SourceError);
    const gone = {
      stream: () =>
        new ReadableStream({ pull: () => Promise.reject(new Error("NotReadableError")) }),
    };
    await expect(all(csvRows(gone, comma))).rejects.toThrow("Choose it again");
  });

  it("leaves out a byte order mark", async () => {
    const rows = await all(csvRows(new Blob(["\uFEFFid,b\r\n1,2\n"]), comma));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["id", "b"],
      ["1", "2"],
    ]);
  });

  it("ends a line at CRLF, LF and CR alike, wherever a piece ends", async () => {
    const text = 'id,b\r\n1,2\n3,"x\r\ny"\r4,5\r\n\r\n6,7';
    for (const size of [1, 2, 3, 5, 7, 100])
      expect(await all(csvRows(inPieces(text, size), comma))).toEqual([
        { line: 1, lastLine: 1, cells: ["id", "b"] },
        { line: 2, lastLine: 2, cells: ["1", "2"] },
        { line: 3, lastLine: 4, cells: ["3", "x\r\ny"] },
        { line: 5, lastLine: 5, cells: ["4", "5"] },
        { line: 7, lastLine: 7, cells: ["6", "7"] },
      ]);
  });

  it("refuses UTF-16 in pieces of any size", async () => {
    const bytes = Buffer.from("Имя\r\nАнна\r\n", "utf16le");
    for (const size of [1, 2, 3, 100]) {
      const stream = () =>
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < bytes.length; at += size)
              controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
            controller.close();
          },
        });
      await expect(all(csvRows({ stream }, comma))).rejects.toThrow("CSV UTF-8");
    }
  });
});

describe("formOf", () => {
  it("sees by the beginning how a file is written", async () => {
    expect(await formOf(new Blob(["userid;name\r\na;b\r\n"]))).toEqual({ delimiter: ";" });
    expect(await formOf(new Blob(["userid\tname\na\tb\n"]))).toEqual({ delimiter: "\t" });
    expect(await formOf(new Blob(["userid\na\n"]))).toEqual(comma);
  });
});

describe("lineRows", () => {
  it("is one recipient a line, with any line ending", async () => {
    for (const size of [1, 2, 50])
      expect(
        (await all(lineRows(inPieces(" a \r\nb\n\nc\rd", size)))).map(({ line, cells }) => [
          line,
          cells[0],
        ]),
      ).toEqual([
        [1, "a"],
        [2, "b"],
        [4, "c"],
        [5, "d"],
      ]);
  });
});

it("takes the line that names the separator for no recipient in a text either", async () => {
  expect(
    (await all(rowsOf({ kind: "text", text: "sep=;\nu1\nsep=;" }, { headed: false }))).map(
      ({ line }) => line,
    ),
  ).toEqual([2, 3]);
});

it("leaves out the names of columns, and looks at no more rows than asked", async () => {
  const file = new Blob(["userid\na\nb\n"]);
  expect(
    (await all(rowsOf({ kind: "csv", file, form: comma }, { headed: true }))).map(
      ({ line }) => line,
    ),
  ).toEqual([2, 3]);
  expect(
    (await all(rowsOf({ kind: "text", text: "a\nb" }, { headed: false }))).map(({ line }) => line),
  ).toEqual([1, 2]);
  expect(await firstRows(file, comma, 2)).toHaveLength(2);
});
