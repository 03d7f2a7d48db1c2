import { expect, it } from "vitest";
import { readCsv } from "./csv";

it.each([
  ['set,name\nVIP,"Ann\nGuest,Lee\n', /^Line 2: a quotation mark is opened and not closed\./],
  ['\uFEFFset,name\r\n\r\n"V\r\nIP",Ann\r\nGuest,"Lee', /^Line 5: a quotation mark is opened/],
  ['set\tname\nVIP\t"Ann" Lee\n', /^Line 2: there is a quotation mark in the middle of a value\./],
])("%j is refused", (text, problem) => {
  expect(readCsv(text).problem).toMatch(problem);
});

it.each(['set,name\n"V ""I"" P","Ann\nLee"\n', 'name\n5" pipe\n', "name\nAnn\n", ""])("%j is read", (text) => {
  expect(readCsv(text).problem).toBeUndefined();
});
