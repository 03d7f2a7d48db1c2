import { describe, expect, it } from "vitest";
import { pairsOf, recordOf } from "./pairs";

describe("pairs", () => {
  it("turn an object into rows and back", () => {
    const tags = { order: "42", nested: { a: [1, "x"] }, list: ["a"], looksLikeNumber: "007" };
    expect(recordOf(pairsOf(tags))).toEqual(tags);
  });
  it("keep half-written JSON as text", () => {
    expect(recordOf([{ id: 1, key: "k", value: '{"a":' }])).toEqual({ k: '{"a":' });
  });
  it("leave out rows without a key", () => {
    expect(recordOf([{ id: 1, key: "", value: "x" }])).toBeUndefined();
    expect(pairsOf(undefined)).toEqual([]);
  });
  it("never touch the prototype", () => {
    const record = recordOf([{ id: 1, key: "__proto__", value: '{"polluted":1}' }]);
    expect(Object.hasOwn(record ?? {}, "__proto__")).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
