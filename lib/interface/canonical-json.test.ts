import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json";

test("is the form of RFC 8785: members in order, no space, numbers as ECMAScript writes them", () => {
  expect(
    canonicalJson({
      b: [1e21, 0.000001, -0],
      a: { "€": null, "\r": "\u000f", "1": true },
      u: undefined,
    }),
  ).toBe('{"a":{"\\r":"\\u000f","1":true,"€":null},"b":[1e+21,0.000001,0]}');
});

test("has the same value for any order of members", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
