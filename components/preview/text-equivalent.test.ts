import { describe, expect, it } from "vitest";
import type { Appearance } from "@/lib/payload/appearance";
import { surfacesOf } from "./face";
import { cutSentence, shownButtons, tapSentence, textEquivalent } from "./text-equivalent";

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

describe("textEquivalent", () => {
  it("says what a folded phone shows, and what it hides", () => {
    expect(textEquivalent(base, "collapsed", { text: 12 })).toBe(
      "Android, collapsed: title “Hi”, text “Come in”, about 12 characters of the text hidden.",
    );
  });
  it("names buttons and pictures where they are seen", () => {
    expect(textEquivalent({ ...base, imageUrl: "https://a.test/a.png" }, "expanded")).toBe(
      "Android, expanded: title “Hi”, text “Come in”, with a picture, buttons Yes, No.",
    );
    expect(textEquivalent({ ...base, kind: "safari", imageUrl: "https://a.test/a.png" }, "collapsed")).toBe(
      "Safari on macOS, as it arrives: title “Hi”, text “Come in”, buttons Yes, No.",
    );
  });
  it("does without a title and tells the badge", () => {
    const { title: _none, ...bare } = base;
    expect(textEquivalent({ ...bare, kind: "ios", badge: 3, buttons: [] }, "lock")).toBe(
      "iPhone, lock screen: no title, text “Come in”, badge 3.",
    );
  });
});

describe("cutSentence", () => {
  it("is silent when nothing is hidden", () => expect(cutSentence({ title: 0 }, "collapsed")).toBeUndefined());
  it("counts each part", () =>
    expect(cutSentence({ title: 1, text: 20 }, "collapsed")).toBe(
      "About 1 character of the title hidden, about 20 characters of the text hidden until it is opened.",
    ));
  it("promises nothing more once opened", () =>
    expect(cutSentence({ text: 5 }, "expanded")).toBe("About 5 characters of the text hidden."));
});

describe("what a device shows", () => {
  it("keeps buttons back on a folded phone", () => {
    expect(shownButtons(base, "collapsed")).toEqual([]);
    expect(shownButtons(base, "expanded")).toHaveLength(2);
    expect(shownButtons({ ...base, kind: "chrome" }, "collapsed")).toHaveLength(2);
  });
  it("lets every kind be looked at in at least one way", () => {
    for (const kind of ["android", "hms", "ios", "chrome", "firefox", "safari"] as const)
      expect(surfacesOf(kind).length).toBeGreaterThan(0);
    expect(surfacesOf("ios")[0]?.value).toBe("lock");
  });
  it("tells where a tap leads", () => {
    expect(tapSentence({ action: "OPEN_URL", value: "https://a.test/" })).toBe("A tap opens https://a.test/");
    expect(tapSentence({ action: "OPEN_APP" })).toBe("A tap opens the app");
    expect(tapSentence({ action: "DEEPLINK", value: "x".repeat(90) })).toBe(`A tap goes to ${"x".repeat(80)}…`);
  });
});
