import { describe, expect, it } from "vitest";
import {
  captionOf,
  categories,
  identifiersOf,
  isCategory,
  pressedText,
  secondDismisses,
} from "./categories";

describe("categories", () => {
  it("are 17: seven single, ten double, whose identifiers are the words of the name", () => {
    expect(categories).toHaveLength(17);
    for (const category of categories) {
      const [count, ...words] = category.split("_");
      expect(identifiersOf(category)).toHaveLength(count === "SINGLE" ? 1 : 2);
      expect(identifiersOf(category).join("_")).toBe(words.join("_"));
    }
    expect(identifiersOf("DOUBLE_PLAY_NOW_PLAY_LATER")).toEqual(["PLAY_NOW", "PLAY_LATER"]);
    expect(identifiersOf("DOUBLE_OK_LEARN_MORE")).toEqual(["OK", "LEARN_MORE"]);
    expect(["toString", "__proto__", "single_open", ""].some(isCategory)).toBe(false);
  });

  it("have captions in title case", () => {
    expect(
      ["SHOPNOW", "LEARN_MORE", "OK", "YES", "BUY_LATER", "constructor", ""].map(captionOf),
    ).toEqual(["Shop Now", "Learn More", "OK", "Yes", "Buy Later", "Constructor", ""]);
  });

  it("are shown as pressed by their captions, and those of programs as they are", () => {
    expect(["SHOPNOW", "LEARN_MORE", "my-button", "VIP", ""].map(pressedText)).toEqual([
      "Shop Now",
      "Learn More",
      "my-button",
      "VIP",
      "",
    ]);
  });

  it("dismiss by the second button where custom has it so", () => {
    expect(categories.filter(secondDismisses)).toEqual([
      "DOUBLE_ACCEPT_CANCEL",
      "DOUBLE_SHARE_CANCEL",
      "DOUBLE_SHOPNOW_CANCEL",
      "DOUBLE_LATER_NOW",
      "DOUBLE_PLAY_NOW_PLAY_LATER",
      "DOUBLE_BUY_NOW_BUY_LATER",
    ]);
  });
});
