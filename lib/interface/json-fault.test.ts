import fc from "fast-check";
import { expect, it } from "vitest";
import { faultSentence, jsonFault } from "./json-fault";

it.each([
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: expected a comma."],
  [
    '{\n  "a": 1,\n}',
    "Line 3, column 1: expected a name in double quotes, not } after a comma. Remove the comma before it.",
  ],
  [
    "{'a': 1}",
    "Line 1, column 2: expected a name in double quotes, not a single quote. Use straight double quotes.",
  ],
  ['{"a" 1}', "Line 1, column 6: expected a colon."],
  ['{"a": }', "Line 1, column 7: expected a value."],
  [
    '{"a": 01}',
    "Line 1, column 7: expected a value, not a number that begins with 0. Remove the 0, or write a string.",
  ],
  [
    '{"a": NaN}',
    "Line 1, column 7: expected a value, not NaN or Infinity. JSON has no such number: write null, or a string.",
  ],
  ["[1,]", "Line 1, column 4: expected a value, not ] after a comma. Remove the comma before it."],
  [
    '{"a": "b\nc"}',
    "Line 1, column 9: expected a closing quote, not a line break (U+000A). Write it as \\n inside a string, or close the string before it.",
  ],
  [String.raw`{"a": "\x"}`, String.raw`Line 1, column 8: expected an escape such as \n.`],
  ['{"a": [1', "Line 1, column 9: expected a closing ]."],
  ["", "Line 1, column 1: expected a value."],
  [
    '{\n\u00a0 \u00a0 "a": 1}',
    "Line 2, column 1: expected a name in double quotes, not a no-break space (U+00A0). Replace it with a plain space.",
  ],
  [
    "{\u200b}",
    "Line 1, column 2: expected a name in double quotes, not a zero width space (U+200B). Remove it.",
  ],
  ['{"a":\u00ad1}', "Line 1, column 6: expected a value, not a soft hyphen (U+00AD). Remove it."],
  [
    '{"a":1\u200f}',
    "Line 1, column 7: expected a comma, not a right-to-left mark (U+200F). Remove it.",
  ],
  [
    '{"a":\u20281}',
    "Line 1, column 6: expected a value, not a line separator (U+2028). Replace it with a plain space.",
  ],
  [
    '{"a":\u00851}',
    "Line 1, column 6: expected a value, not a next line mark (U+0085). Replace it with a plain space.",
  ],
  [
    '{"a":\u20091}',
    "Line 1, column 6: expected a value, not a thin space (U+2009). Replace it with a plain space.",
  ],
  [
    '{"a":1}\ufeff',
    "Line 1, column 8: expected the end, not a byte order mark (U+FEFF). Remove it.",
  ],
  [
    "{\u201ca\u201d: 1}",
    "Line 1, column 2: expected a name in double quotes, not a curly quotation mark (U+201C). Use straight double quotes.",
  ],
  [
    '{"a\u201d: 1}',
    "Line 1, column 4: expected a closing quote, not a curly quotation mark (U+201D). Use straight double quotes.",
  ],
  [
    '{"a"\uff1a 1}',
    "Line 1, column 5: expected a colon, not a full-width : (U+FF1A). Use the plain :.",
  ],
  ["[True]", "Line 1, column 2: expected a value, not True of Python. Write true."],
  ["[None]", "Line 1, column 2: expected a value, not None of Python. Write null."],
  [
    "{a: 1}",
    "Line 1, column 2: expected a name in double quotes, not a name without quotes. Put it in double quotes.",
  ],
  [
    "{ // the shop\n}",
    "Line 1, column 3: expected a name in double quotes, not a comment. JSON has no comments: remove it.",
  ],
  [
    "<!doctype html>",
    "Line 1, column 1: expected a value, not HTML or XML. This is a page, not JSON: copy the JSON itself.",
  ],
  [
    '["a\tb"]',
    String.raw`Line 1, column 4: expected a closing quote, not a tab (U+0009). Write it as \t inside a string, or close the string before it.`,
  ],
  [
    '["a\u0001b"]',
    "Line 1, column 4: expected a closing quote, not a control character (U+0001). Remove it.",
  ],
  [
    "```json\n{}",
    "Line 1, column 1: expected a value, not a fence of Markdown. Copy only what stands between the fences.",
  ],
  [
    "[1\u3001 2]",
    "Line 1, column 3: expected a comma, not an ideographic comma (U+3001). JSON is written in ASCII here: replace it.",
  ],
  [
    "[\u22121]",
    "Line 1, column 2: expected a value, not a minus sign of mathematics (U+2212). JSON is written in ASCII here: replace it.",
  ],
  ["[1\u3164]", "Line 1, column 3: expected a comma, not a Hangul filler (U+3164). Remove it."],
  ["[1\u2800]", "Line 1, column 3: expected a comma, not a blank of Braille (U+2800). Remove it."],
  [
    "{}{}",
    "Line 1, column 3: expected the end, not a second document. Use one document at a time.",
  ],
  ["{} x", "Line 1, column 4: expected the end."],
])("says where %j breaks", (text, sentence) => {
  const fault = jsonFault(text);
  expect(fault && faultSentence(fault)).toBe(sentence);
});

it("finds a fault in what JSON.parse refuses, and in nothing else", () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const almost = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", ",", '"', "}", "]", ":", "\\", "0", "-", " ", "\n", "\u0001", "e", "t"),
  );
  fc.assert(
    fc.property(almost, fc.nat(2), ([json, place, sign], cut) => {
      const at = place % (json.length + 1);
      const text = json.slice(0, at) + sign + json.slice(at + cut);
      expect(jsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});

it("ends at any depth", () =>
  expect(jsonFault("[".repeat(200_000))).toMatchObject({ column: 200_001 }));

it("reads a long string of escapes", () => {
  expect(jsonFault(`["${"a\\n".repeat(3_000_000)}"`)).toMatchObject({
    line: 1,
    expected: "a closing ]",
  });
});
