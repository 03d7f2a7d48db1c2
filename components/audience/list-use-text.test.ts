import { expect, it } from "vitest";
import { listUseText } from "./list-use-text";

it("names the scheduled campaigns of a list", () => {
  expect(listUseText({ scheduled: 0, names: [], approved: 0 })).toBe("");
  expect(listUseText({ scheduled: 1, names: ["Sale"], approved: 1 })).toBe(
    "1 scheduled campaign uses this list (“Sale”) and goes to its recipients as they are then. 1 was approved, and will need approval again.",
  );
  expect(listUseText({ scheduled: 4, names: ["A", "B", "C"], approved: 0 })).toBe(
    "4 scheduled campaigns use this list (“A”, “B”, “C” and others) and go to its recipients as they are then.",
  );
});
