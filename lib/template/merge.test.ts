import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { merge } from "./merge";

const json = fc.jsonValue({ maxDepth: 4 });

describe("merge", () => {
  it("merges objects, replaces arrays and scalars", () => {
    expect(
      merge(
        { a: { b: 1, c: [1, 2] }, d: "x", e: { f: 1 } },
        { a: { c: [3] }, d: { g: 1 }, e: null },
      ),
    ).toEqual({
      a: { b: 1, c: [3] },
      d: { g: 1 },
      e: null,
    });
  });

  it("keeps its laws: nothing changes nothing, itself changes nothing, three merge either way round", () => {
    const object = fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      fc.oneof(
        fc.integer(),
        fc.constant("x"),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom("a", "b"), fc.integer()),
      ),
    );
    fc.assert(
      fc.property(json, (value) => {
        expect(merge(value, undefined)).toEqual(value);
        expect(merge(value, value)).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(object, object, (template, request) => {
        const before = JSON.stringify([template, request]);
        const merged = merge(template, request) as Record<string, unknown>;
        expect(JSON.stringify([template, request])).toBe(before);
        expect(Object.keys(merged).sort()).toEqual(
          [...new Set([...Object.keys(template), ...Object.keys(request)])].sort(),
        );
        expect(merge(merged, request)).toEqual(merged);
      }),
    );
  });

  it("does not let __proto__ be more than a name", () => {
    const merged = merge({ a: 1 }, JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(merged as object)).toEqual(["a", "__proto__"]);
  });
});
