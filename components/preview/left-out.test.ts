import { describe, expect, it } from "vitest";
import type { Appearance } from "@/lib/payload/appearance";
import { defaultFace, facesOf } from "./face";
import { leftOut } from "./left-out";

const labelled = (...labels: string[]): Appearance["buttons"] =>
  labels.map((label) => ({ identifier: label, label }));
const message: Appearance = {
  kind: "chrome",
  appName: "Lumen",
  text: "Come in",
  imageUrl: "https://a.test/a.png",
  buttons: labelled("Yes", "No", "Later", "Never"),
  tap: { action: "OPEN_APP" },
  customtags: {},
};
const [onWindows, onMac = onWindows] = facesOf("chrome");

describe("leftOut", () => {
  it("names what no surface of a face shows, and why", () => {
    expect(leftOut(message, onMac)).toEqual([
      "Chrome on macOS shows no large image.",
      "Chrome on macOS shows 2 buttons at most: “Later”, “Never” are left out.",
    ]);
    expect(leftOut(message, defaultFace("firefox"))).toEqual([
      "Firefox on Linux shows no large image.",
      "Firefox on Linux shows no buttons.",
    ]);
    expect(leftOut(message, defaultFace("android"))).toEqual([
      "Pixel shows 3 buttons at most: “Never” is left out.",
    ]);
  });
  it("has nothing to say where all is shown", () => {
    expect(leftOut(message, defaultFace("ios"))).toEqual([]);
    const { imageUrl: _none, ...plain } = message;
    expect(leftOut({ ...plain, buttons: labelled("Yes") }, onMac)).toEqual([]);
    expect(leftOut({ ...plain, buttons: [] }, defaultFace("firefox"))).toEqual([]);
  });
});
