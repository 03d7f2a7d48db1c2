import fc from "fast-check";
import { expect, it } from "vitest";
import { templateIdText } from "@/lib/inputs/template";
import { idFrom } from "./use-suggested-id";

it.each([
  ["Order shipped", "order_shipped"],
  ["  Crème brûlée – 50 % off!", "creme_brulee_50_off"],
  ["注文", ""],
  ["__x__", "x"],
])("makes of %j %j", (name, id) => expect(idFrom(name)).toBe(id));

it("makes ids that can be ones, or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      const id = idFrom(name);
      expect(id === "" || templateIdText.safeParse(id).success).toBe(true);
    }),
  );
});
