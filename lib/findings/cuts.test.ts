import { describe, expect, it } from "vitest";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { characters, cutWords, isHardlySeen, screensText, summaryOf, type ScreenCut } from "./cuts";

function screen(
  kind: DeviceKind,
  hidden: number,
  { opened = false, text = "x".repeat(100) } = {},
): ScreenCut {
  return {
    kind,
    face: kind,
    surface: "collapsed",
    name: kind,
    opened,
    hidden: { text: hidden },
    texts: { text },
  };
}

it.each([
  ["", 0],
  ["plain", 5],
  ["Grüße", 5],
  ["👨‍👩‍👧‍👦 home", 6],
  ["किताब", 3],
])("counts %s as people do: %i", (text, count) => expect(characters(text)).toBe(count));

describe("a text that is cut", () => {
  const screens = [
    screen("android", 57),
    screen("hms", 50),
    screen("ios", 0),
    screen("chrome", 20),
  ];

  it("is reported for the screens of its platforms, the shortest first", () => {
    const all = summaryOf(screens, "text", ["android", "ios", "web"]);
    expect(all.cut.map(({ screen: { kind }, seen }) => [kind, seen])).toEqual([
      ["android", 43],
      ["hms", 50],
      ["chrome", 80],
    ]);
    expect(`${cutWords(all)} ${screensText(all)}`).toBe(
      "Cut after 43 to 80 characters on 3 of 4 screens",
    );
    const web = summaryOf(screens, "text", ["web"]);
    expect(`${cutWords(web)} ${screensText(web)}`).toBe("Cut after 80 characters on 1 of 1 screen");
    expect(summaryOf(screens, "title", ["web"])).toEqual({ cut: [], of: 0 });
  });

  it("counts what is seen as people do, though screens hide code points", () => {
    const family = "👨‍👩‍👧‍👦";
    const { cut } = summaryOf([screen("ios", 14, { text: family.repeat(4) })], "text", ["ios"]);
    expect(cut[0]?.seen).toBe(2);
  });

  it("is hardly seen when nine in ten screens cut it before they are opened", () => {
    const nine = Array.from({ length: 9 }, () => screen("android", 5));
    expect(isHardlySeen([...nine, screen("ios", 0)], "text")).toBe(true);
    expect(isHardlySeen([...nine, screen("ios", 0), screen("hms", 0)], "text")).toBe(false);
    expect(
      isHardlySeen(
        [...nine, screen("ios", 0, { opened: true }), screen("hms", 0, { opened: true })],
        "text",
      ),
    ).toBe(true);
    expect(isHardlySeen([], "text")).toBe(false);
  });
});
