import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeIn } from "./caret";

/** The text after something was written into it where it was left. */
function withInserted(
  text: string,
  left: { start: number; end: number } | undefined,
  inserted: string,
): string {
  const { start, end } = rangeIn(text, left);
  return text.slice(0, start) + inserted + text.slice(end);
}

describe("inserting", () => {
  it.each([
    ["at the caret", "Hi there", { start: 2, end: 2 }, "Hi👋 there"],
    ["at the beginning", "Hi", { start: 0, end: 0 }, "👋Hi"],
    ["over the selection", "Hi there", { start: 3, end: 8 }, "Hi 👋"],
    ["at the end when the field never had the focus", "Hi", undefined, "Hi👋"],
    ["into nothing", "", undefined, "👋"],
    ["at the end when the text has become shorter", "Hi", { start: 7, end: 9 }, "Hi👋"],
    ["next to a character of two units, not into it", "📦", { start: 1, end: 1 }, "👋"],
  ])("goes %s", (_, text, left, expected) => expect(withInserted(text, left, "👋")).toBe(expected));

  it("keeps what is before and after, and never leaves half a character", () => {
    const place = fc.nat({ max: 40 });
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 20 }),
        place,
        place,
        (text, one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          const range = rangeIn(text, { start, end });
          expect(range.start).toBeLessThanOrEqual(range.end);
          const editedText = withInserted(text, { start, end }, "${name}");
          expect(Buffer.from(editedText).toString()).toBe(editedText);
          expect(editedText.startsWith(text.slice(0, range.start))).toBe(true);
          expect(editedText.endsWith(text.slice(range.end))).toBe(true);
        },
      ),
    );
  });
});
