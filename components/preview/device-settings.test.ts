import { expect, it } from "vitest";
import { settingsText } from "./device-settings";

it("says light or dark, and each unusual setting", () => {
  expect(settingsText({ scheme: "light" })).toBe("Light");
  expect(settingsText({ scheme: "dark", textSize: "normal", rightToLeft: false })).toBe("Dark");
  expect(settingsText({ scheme: "dark", textSize: "largest", rightToLeft: true })).toBe(
    "Dark, largest text, right to left",
  );
  expect(settingsText({ scheme: "light", textSize: "large" })).toBe("Light, large text");
});
