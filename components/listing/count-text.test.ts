import { expect, it } from "vitest";
import { countText } from "./count-text";

const noun = { one: "delivery", many: "deliveries" };

it("says no more than was counted, and the exact number where it is certain", () => {
  expect(countText(1, noun)).toBe("1 delivery");
  expect(countText(1_000, noun)).toBe("1,000 deliveries");
  expect(countText(1_001, noun)).toBe("1,000+ deliveries");
  expect(countText(4_543, noun, "all")).toBe("4,543 deliveries");
});
