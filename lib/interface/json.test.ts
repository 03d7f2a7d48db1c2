import { describe, expect, it } from "vitest";
import { readJson } from "./json";

const encoder = new TextEncoder();
const read = (text: string) => readJson(encoder.encode(text));
const problemTexts = (text: string) =>
  read(text).problems.map(({ rule, pointer }) => `${rule} ${pointer}`);

describe("readJson", () => {
  it.each([
    "",
    " ",
    "nul",
    "[]",
    "null",
    '"x"',
    "1",
    "{",
    '{"a"}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1} x',
    '{"a":01}',
    '{"a":"\t"}',
    '{"a":"\\x"}',
    '{"a',
    '{"a\\',
    '{"a":NaN}',
  ])("refuses %j", (text) => {
    expect(read(text).problems.map(({ code }) => code)).toEqual(["7000"]);
    expect(read(text)).not.toHaveProperty("value");
  });

  it("takes off one byte order mark and refuses other encodings", () => {
    expect(read("\ufeff{}")).toMatchObject({ value: {} });
    expect(readJson(new Uint8Array(Buffer.from("{}", "utf16le"))).problems).toHaveLength(1);
    expect(
      readJson(Uint8Array.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)).problems[0]
        ?.rule,
    ).toBe("json.utf8");
    expect(
      readJson(Uint8Array.of(0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d)).problems[0]?.rule,
    ).toBe("json.utf8");
  });

  it("finds duplicates by what the name means, in its own object only", () => {
    expect(problemTexts('{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}')).toEqual([]);
    expect(problemTexts('{"b":[0,{"x":1,"\\u0078":2}]}')).toEqual(["json.duplicate /b/1/x"]);
    expect(problemTexts('{"__proto__":1,"__proto__":2}')).toEqual(["json.duplicate /__proto__"]);
    expect(problemTexts('{"a":"a","b":"a"}')).toEqual([]);
  });

  it("counts levels, and brackets in strings are none", () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(problemTexts(nested(31))).toEqual([]);
    expect(problemTexts(nested(32))[0]).toMatch(/^json\.depth \/a(\/0){31}$/);
    expect(problemTexts(`{"a":"${"[".repeat(100)}\\"${"{".repeat(100)}"}`)).toEqual([]);
  });

  it("points at strings that cannot be sent, and at the object of such a name", () => {
    expect(
      problemTexts(
        '{"a":["x","\\u0000"],"b":{"c/d":"\\ud800"},"e":"\\ud83d\\ude00","f":"\\\\u0000"}',
      ),
    ).toEqual(["text.characters /a/1", "text.characters /b/c~1d"]);
    expect(problemTexts('{"a":{"x\\udc00":1}}')).toEqual(["text.characters /a"]);
    expect(problemTexts('{"a":"\\ude00\\ud83d"}')).toEqual(["text.characters /a"]);
  });

  it("makes __proto__ an own member", () => {
    const body = read('{"__proto__":{"x":1}}');
    expect("value" in body && Object.keys(body.value)).toEqual(["__proto__"]);
    expect("value" in body && Object.getPrototypeOf(body.value)).toBe(Object.prototype);
  });

  it("answers hostile bodies: long strings, deep nesting, many names", () => {
    const bodies = [
      `{"a":"${"x".repeat(10_000_000)}"}`,
      `{"a":"${"\\u00e9".repeat(1_000_000)}"}`,
      "[".repeat(100_000),
      '{"a":'.repeat(100_000),
      '"'.repeat(1_000_000),
      `{"a":"${"\\".repeat(1_000_001)}`,
      `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}`,
    ];
    for (const body of bodies) expect(read(body)).toBeDefined();
  });
});
