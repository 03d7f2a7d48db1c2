import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { csvText, needsMark } from "./csv-text";

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", " ", ",", '"', "'", "\r", "\n", "=", "+", "1", "\uFEFF"),
  }),
  fc.string(),
);

it("writes rows as Papa Parse does, with formulas marked", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        expect(csvText(rows)).toBe(`${Papa.unparse(rows, { escapeFormulae: needsMark })}\r\n`);
      },
    ),
  );
});

it("marks formulas and quotes what would end a cell", () => {
  expect(csvText([["=1+1", 'say "hi"', "a,b", " edge", "plain"], ["-5"]])).toBe(
    `"'=1+1","say ""hi""","a,b"," edge",plain\r\n-5\r\n`,
  );
});
