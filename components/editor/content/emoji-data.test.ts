import { expect, it } from "vitest";
import { inTone, loadEmoji } from "./emoji-data";
import { findEmoji } from "./find-emoji";

it("has every emoji of 2022 once, named, in a category, with its tones where it has them", async () => {
  const groups = await loadEmoji();
  expect(groups.map(({ label }) => label)).toEqual([
    "smileys & emotion",
    "people & body",
    "animals & nature",
    "food & drink",
    "travel & places",
    "activities",
    "objects",
    "symbols",
    "flags",
  ]);
  const emojis = groups.flatMap((group) => group.emojis);
  expect(new Set(emojis.map(({ emoji }) => emoji)).size).toBe(emojis.length);
  expect(emojis.length).toBeGreaterThan(1_800);
  expect(emojis.filter(({ label }) => label === "")).toEqual([]);
  const labelled = (name: string) =>
    emojis.find(({ label }) => label === name) ?? { emoji: "", label: "", tags: [] };
  expect(labelled("package").emoji).toBe("📦");
  expect(labelled("red heart").emoji).toBe("\u2764\uFE0F");
  expect(labelled("thumbs up").skins).toEqual({
    light: "👍🏻",
    "medium-light": "👍🏼",
    medium: "👍🏽",
    "medium-dark": "👍🏾",
    dark: "👍🏿",
  });
  expect(inTone(labelled("thumbs up"), "dark")).toBe("👍🏿");
  expect(inTone(labelled("package"), "dark")).toBe("📦");
});

it.each([
  ["rocket", "🚀"],
  ["ROCKET ", "🚀"],
  ["rock", "🪨"],
  ["beach", "🏖️"],
  ["heart", "❤️"],
  ["party", "🎉"],
  ["thumbs  up", "👍"],
  ["up thumbs", "👍"],
  ["package", "📦"],
  ["pizza", "🍕"],
  ["tada", "🎉"],
  ["germany", "🇩🇪"],
  ["fire", "🔥"],
  ["launch", "🚀"],
])("finds first by “%s” %s", async (search, emoji) => {
  expect(findEmoji(await loadEmoji(), search)[0]?.emoji).toBe(emoji);
});

it("finds what holds the word only after that, and nothing by nonsense", async () => {
  const groups = await loadEmoji();
  expect(findEmoji(groups, "rocket").map(({ label }) => label)).toContain("astronaut");
  expect(findEmoji(groups, "qwrtz")).toEqual([]);
});
