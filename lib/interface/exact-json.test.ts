import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf, indentJson, nestsDeeper, parseJson, writeJson } from "./exact-json";
import type { JsonValue } from "./scalars";

/** Numbers that JavaScript would write otherwise. */
const odd = [
  "12345678901234567890",
  "1.10",
  "1.0",
  "1E5",
  "1e5",
  "-0",
  "-0.0",
  "0.10",
  "1e400",
  "-1E-400",
  "0e0",
  "9007199254740993",
];
const plain = ["0", "-1", "42", "1.5", "0.1", "1e+21", "9007199254740991", "-123456789012345"];

const digits = fc.oneof(
  fc.constantFrom(...odd, ...plain),
  fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.stringMatching(/^(0|[1-9]\d{0,24})$/),
      fc.stringMatching(/^(\.\d{1,20})?$/),
      fc.stringMatching(/^([eE][+-]?\d{1,3})?$/),
    )
    .map((parts) => parts.join("")),
);
/**
 * JSON text as `JSON.stringify` writes it, but for its numbers. Names begin with a letter: members
 * like 1 and 2 change places in any object.
 */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    digits,
    fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
    fc.constantFrom("true", "false", "null", '"1.10"', '"\\"1.10"', '":1.10,"', '"\\\\"'),
    fc.array(tie("value")).map((values) => `[${values.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(fc.string({ unit: "grapheme" }), tie("value")), {
        selector: ([name]) => name,
      })
      .map(
        (members) =>
          `{${members.map(([name, value]) => `${JSON.stringify(`n${name}`)}:${value}`).join(",")}}`,
      ),
  ),
})).value;

describe("numbers of customtags", () => {
  it.each([...odd, ...plain])("are written as they were read: %s", (number) => {
    const text = `{"extras":{"customtags":{"a":${number},"b":[${number},${number}],"c":{"d":${number}}}}}`;
    expect(writeJson(parseJson(text) as object)).toBe(text);
    expect(writeJson(parseJson(text.replace("customtags", "custom\\u0074ags")) as object)).toBe(
      text,
    );
    expect(digitsOf((parseJson(`[${number}]`, "everywhere") as unknown[])[0])).toBe(
      odd.includes(number) ? number : undefined,
    );
  });

  it("outlive copies, drafts and server actions", () => {
    fc.assert(
      fc.property(json, (tags) => {
        const text = `{"extras":{"customtags":{"a":${tags}}}}`;
        const read = parseJson(text) as object;
        expect(writeJson(structuredClone(read))).toBe(writeJson(read));
        expect(writeJson(JSON.parse(JSON.stringify(read)) as object)).toBe(writeJson(read));
        expect(JSON.parse(writeJson(read))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("are any numbers, of any JSON", () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(writeJson(parseJson(text, "everywhere") as JsonValue)).toBe(text);
        expect(writeJson(parseJson(indentJson(text), "everywhere") as JsonValue)).toBe(text);
      }),
    );
  });
});

describe("parseJson", () => {
  it("leaves every other number as JSON.parse reads it", () => {
    const text =
      '{"extras":{"time_to_live":1.0,"x":{"customtags":[1E5]}},"parameters":{"customtags":1.10},"customtags":{"a":-0}}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it("takes and refuses the same texts as JSON.parse", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        '"extras"',
        '"customtags"',
        '"a"',
        '"',
        "\\",
        " ",
        "\n",
        "1.10",
        "01",
        "-",
        "+1",
        "1.",
        ".50",
        "1e",
        "1E5",
        "0x1.10",
        "true",
        "-0",
      ),
      { maxLength: 24 },
    );
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom("", "1.10", '"', ",", "}", "e"))
      .map(([text, at, piece]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + piece + text.slice(cut + 1);
      });
    const outcome = (read: () => unknown) => {
      try {
        read();
        return "read";
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((some) => some.join("")),
          broken,
          json,
        ),
        (text) => {
          const expected = outcome(() => JSON.parse(text));
          expect(outcome(() => parseJson(text, "everywhere"))).toBe(expected);
          expect(outcome(() => parseJson(`{"extras":{"customtags":{"a":${text}}}}`))).toBe(
            outcome(() => JSON.parse(`{"extras":{"customtags":{"a":${text}}}}`)),
          );
        },
      ),
      { numRuns: 2_000 },
    );
    expect(outcome(() => parseJson('{"extras":{"customtags":{1.10:2}}}'))).toMatch("SyntaxError");
  });

  it.each(["1.10,", ",", "   ,", '":",', "[", "1", '"\\\\",'])(
    "reads %j a hundred thousand times as JSON.parse does, or refuses it as that does",
    (piece) => {
      const long = `{"extras":{"customtags":{"a":[${piece.repeat(100_000)}1]}}}`;
      const isRead = (parse: (text: string) => unknown) => {
        try {
          parse(long);
          return true;
        } catch {
          return false;
        }
      };
      expect(isRead((text) => parseJson(text))).toBe(isRead((text) => JSON.parse(text)));
    },
  );
});

it("reads no other value as a marked number", () => {
  for (const value of [
    "1.10",
    "\udfff",
    "\udfff1.",
    "\udfff01",
    "\udfff1 ",
    "\udfff1\n",
    "x\udfff1",
    1,
    null,
    ["\udfff1"],
  ])
    expect(digitsOf(value)).toBeUndefined();
  // A quote within a text opens none.
  expect(JSON.parse(writeJson({ a: '"\udfff1.10', b: 'x,"\udfff1"', c: "\\" }))).toEqual({
    a: '"\udfff1.10',
    b: 'x,"\udfff1"',
    c: "\\",
  });
});

it.each([
  ["{}", 1, false],
  ["[[1], [2], {}]", 2, false],
  ["[[1], [[2]]]", 2, true],
  [String.raw`{"[[[": "]\\\"{{{", "a": ["\\\\", {}]}`, 3, false],
  [String.raw`["\\\\", [[`, 2, true],
  ["]]]]", 1, false],
  ["[".repeat(100_000), 64, true],
])("finds of %.40s whether it nests deeper than %i: %s", (text, most, deeper) => {
  expect(nestsDeeper(text, most)).toBe(deeper);
});
