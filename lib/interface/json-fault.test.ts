import fc from "fast-check";
import { expect, it } from "vitest";
import { faultSentence, jsonFault } from "./json-fault";

it.each([
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: expected a comma."],
  ['{\n  "a": 1,\n}', "Line 3, column 1: expected a name in double quotes."],
  ["{'a': 1}", "Line 1, column 2: expected a name in double quotes."],
  ['{"a" 1}', "Line 1, column 6: expected a colon."],
  ['{"a": }', "Line 1, column 7: expected a value."],
  ['{"a": 01}', "Line 1, column 7: expected a value."],
  ['{"a": NaN}', "Line 1, column 7: expected a value."],
  ["[1,]", "Line 1, column 4: expected a value."],
  ['{"a": "b\nc"}', "Line 1, column 9: expected a closing quote."],
  [String.raw`{"a": "\x"}`, String.raw`Line 1, column 8: expected an escape such as \n.`],
  ['{"a": [1', "Line 1, column 9: expected a closing ]."],
  ["", "Line 1, column 1: expected a value."],
  ["{} x", "Line 1, column 4: expected nothing more."],
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
  const almost = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", ":", "\\", "0", "-", " ", "\n", "\u0001", "e", "t"));
  fc.assert(
    fc.property(almost, fc.nat(2), ([json, place, sign], cut) => {
      const at = place % (json.length + 1);
      const text = json.slice(0, at) + sign + json.slice(at + cut);
      expect(jsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});

it("ends at any depth", () => expect(jsonFault("[".repeat(200_000))).toMatchObject({ column: 200_001 }));

it("reads a long string of escapes", () => {
  expect(jsonFault(`["${"a\\n".repeat(3_000_000)}"`)).toMatchObject({ line: 1, expected: "a closing ]" });
});
