import { describe, expect, it } from "vitest";
import type { Appearance } from "@/lib/payload/appearance";
import { defaultFace, facesOf } from "./face";
import { cutLine, cutSentence, shownButtons, tapSentence, textEquivalent } from "./text-equivalent";

const base: Appearance = {
  kind: "android",
  appName: "Lumen",
  title: "Hi",
  text: "Come in",
  buttons: [
    { identifier: "YES", label: "Yes" },
    { identifier: "NO", label: "No" },
  ],
  tap: { action: "OPEN_APP" },
  customtags: {},
};
const imageUrl = "https://a.test/a.png";
const [pixel, samsung = pixel] = facesOf("android");
const iphone = defaultFace("ios");
const [onWindows, onMac = onWindows, onAndroid = onWindows] = facesOf("chrome");

describe("textEquivalent", () => {
  it("says what a folded phone shows, and what it hides", () => {
    expect(textEquivalent(base, pixel, "collapsed", { text: 12 })).toBe(
      "Pixel, collapsed: title “Hi”, text “Come in”, about 12 characters of the text hidden.",
    );
  });
  it("names buttons and pictures where they are seen", () => {
    const pictured = { ...base, imageUrl };
    expect(textEquivalent(pictured, samsung, "expanded")).toBe(
      "Samsung Galaxy, expanded: title “Hi”, text “Come in”, with a picture, buttons Yes, No.",
    );
    expect(textEquivalent(pictured, defaultFace("safari"), "collapsed")).toBe(
      "Safari on macOS, as it arrives: title “Hi”, text “Come in”, buttons Yes, No.",
    );
    expect(textEquivalent(pictured, onMac, "expanded")).toBe(
      "Chrome on macOS, options open: title “Hi”, text “Come in”, buttons Yes, No.",
    );
    expect(textEquivalent(pictured, onAndroid, "lock")).toBe(
      "Chrome on Android, lock screen: title “Hi”, text “Come in”.",
    );
  });
  it("does without a title and names the badge", () => {
    const { title: _none, ...bare } = base;
    expect(
      textEquivalent({ ...bare, kind: "ios", badge: 3, buttons: [] }, iphone, "heads-up"),
    ).toBe("iPhone, banner: no title, text “Come in”, badge 3.");
  });
});

describe("cutSentence", () => {
  it("is silent when nothing is hidden", () =>
    expect(cutSentence({ title: 0 }, pixel, "collapsed")).toBeUndefined());
  it("counts each part", () =>
    expect(cutSentence({ title: 1, text: 20 }, pixel, "heads-up")).toBe(
      "About 1 character of the title hidden, about 20 characters of the text hidden until expanded.",
    ));
  it("promises nothing more once opened, nor where nothing opens", () => {
    expect(cutSentence({ text: 5 }, pixel, "expanded")).toBe(
      "About 5 characters of the text hidden.",
    );
    expect(cutSentence({ text: 5 }, onWindows, "collapsed")).toBe(
      "About 5 characters of the text hidden.",
    );
  });
});

it("says in few words what is hidden of either part", () => {
  expect(cutLine({ title: 0 })).toBeUndefined();
  expect(cutLine({ text: 1 })).toBe("About 1 character hidden.");
  expect(cutLine({ title: 4 })).toBe("About 4 of the title hidden.");
  expect(cutLine({ title: 4, text: 20 })).toBe("About 4 of the title and 20 of the text hidden.");
});

describe("what a device shows", () => {
  it("keeps buttons back on a folded phone, and has them ready over an app", () => {
    const three = { ...base, buttons: [...base.buttons, { identifier: "LATER", label: "Later" }] };
    const buttonCounts = (face: typeof pixel) =>
      face.surfaces.map(({ value }) => shownButtons(three, face, value).length);
    expect(buttonCounts(pixel)).toEqual([0, 3, 0, 3]);
    expect(buttonCounts(iphone)).toEqual([0, 0, 3]);
    expect(buttonCounts(onWindows)).toEqual([2]);
    expect(buttonCounts(onMac)).toEqual([0, 2]);
    expect(buttonCounts(onAndroid)).toEqual([0, 2, 0, 2]);
    expect(buttonCounts(defaultFace("firefox"))).toEqual([0, 0]);
  });
  it("names the target of a tap", () => {
    expect(tapSentence({ action: "OPEN_URL", value: "https://a.test/" })).toBe(
      "A tap opens https://a.test/",
    );
    expect(tapSentence({ action: "OPEN_APP" })).toBe("A tap opens the app");
    expect(tapSentence({ action: "DEEPLINK", value: "x".repeat(90) })).toBe(
      `A tap goes to ${"x".repeat(80)}…`,
    );
  });
});
