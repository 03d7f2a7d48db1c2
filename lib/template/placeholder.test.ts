import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isParameterName,
  mapStrings,
  placeholderOf,
  placeholdersIn,
  substitute,
} from "./placeholder";

const json = fc.jsonValue({ maxDepth: 4 });

/** Returns a text with its placeholders escaped, so that none is filled (contract 6). */
const literal = (text: string) => text.replaceAll("${", () => "$${");

describe("placeholders", () => {
  it.each([
    ["Hello ${name}", "Hello Ann"],
    ["$${name} costs $5 ${name}", "${name} costs $5 Ann"],
    ["$$${name}", "$${name}"],
    ["${unknown} ${ name } ${name ${}", "${unknown} ${ name } ${name ${}"],
    ["${name}${name}", "AnnAnn"],
    ["plain", "plain"],
  ])("turn %j into %j, declared names and no others", (text, expected) => {
    expect(substitute(text, new Map([["name", "Ann"]]))).toBe(expected);
  });

  it("take values as data: nothing in a value is ever expanded", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("${b}", "$&", "$1", "$${b}", "${a}", '"},{"', "{{b}}"),
        (before, value) => {
          const values = new Map([
            ["a", value],
            ["b", "SECRET"],
          ]);
          expect(substitute(`${literal(before)} \${a}`, values)).toBe(`${before} ${value}`);
        },
      ),
    );
  });

  it("leave any text alone that was written as literal", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("$", "{", "}", "a", "_") }), (text) => {
        expect(
          substitute(
            literal(text),
            new Map([
              ["a", "X"],
              ["_", "Y"],
            ]),
          ),
        ).toBe(text);
        expect(placeholdersIn(literal(text))).toEqual([]);
      }),
    );
  });

  it("never change the structure", () => {
    const shape = (value: unknown): unknown => mapStrings(value, () => "");
    fc.assert(
      fc.property(json, fc.string(), (value, replacement) => {
        expect(shape(mapStrings(value, () => replacement))).toEqual(shape(value));
      }),
    );
    const tags = JSON.parse('{"__proto__":{"x":"${a}"}}') as object;
    expect(JSON.stringify(mapStrings(tags, () => "1"))).toBe('{"__proto__":{"x":"1"}}');
  });

  it("are named by letters, digits and _", () => {
    expect(placeholdersIn(placeholderOf("a_1"))).toEqual(["a_1"]);
    expect(placeholdersIn("${a_1} ${b} ${a_1} $${c} ${é} ${d-e}")).toEqual(["a_1", "b"]);
    expect(["a", "A_1", "0"].every(isParameterName)).toBe(true);
    expect(["", "a b", "é", "__proto__", "a\n"].some(isParameterName)).toBe(false);
  });
});
