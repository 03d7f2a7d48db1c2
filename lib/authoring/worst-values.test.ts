import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { misfitOf, parameterTypes } from "@/lib/template/parameter-value";
import { declaredOf, newParameter } from "./template-draft";
import { widestValue } from "./worst-values";

describe("the widest value of a parameter", () => {
  const escaped = fc.constantFrom(
    '"',
    "\\",
    "\u0001",
    "\u001f",
    "\n",
    "\u007f",
    "é",
    "😀",
    "a",
    "7",
    "\ud7ff",
  );
  const values = {
    text: fc.string({ unit: escaped, maxLength: 40 }),
    number: fc.string({ unit: fc.constantFrom("1", ".", "-"), maxLength: 40 }),
    url: fc
      .tuple(fc.constantFrom("a:", "https://a/?"), fc.string({ unit: escaped, maxLength: 40 }))
      .map((parts) => parts.join("")),
    date: fc
      .tuple(
        fc.constantFrom(
          "2026-02-07",
          "2026-02-07T14:52",
          "2026-02-07T14:52:10",
          "2026-02-07T14:52:10.1234",
        ),
        fc.constantFrom("", "Z", "+05:30"),
      )
      .map((parts) => parts.join("")),
    choice: fc.constantFrom('""""', "medium"),
  };
  const inJson = (value: string) => Buffer.byteLength(JSON.stringify(value));

  it.each(parameterTypes)(
    "of type %s takes as many bytes of JSON as any accepted value",
    (type) => {
      fc.assert(
        fc.property(values[type], fc.integer({ min: 12, max: 60 }), (value, maxLength) => {
          const parameter = { ...newParameter("a"), type, maxLength, choices: ['""""', "medium"] };
          fc.pre(misfitOf(declaredOf(parameter), value) === undefined);
          expect(inJson(value)).toBeLessThanOrEqual(inJson(widestValue(parameter)));
        }),
      );
    },
  );
});
