import { expect, it } from "vitest";
import { loadEmoji } from "./emoji-data";

it("has every emoji of 2022 once, named, in a category, with its tones where it has them", async () => {
  const { emojis, categories, skinTones } = await loadEmoji();
  expect(categories.map(({ label }) => label)).toEqual([
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
  expect(new Set(emojis.map(({ emoji }) => emoji)).size).toBe(emojis.length);
  expect(emojis.length).toBeGreaterThan(1_800);
  const indexes = new Set(categories.map(({ index }) => index));
  expect(emojis.filter(({ label, category, version }) => label === "" || !indexes.has(category) || version > 15)).toEqual([]);
  const labelled = (wanted: string) => emojis.find(({ label }) => label === wanted);
  expect(labelled("package")?.emoji).toBe("📦");
  expect(labelled("red heart")?.emoji).toBe("\u2764\uFE0F");
  expect(labelled("thumbs up")?.skins).toEqual({ light: "👍🏻", "medium-light": "👍🏼", medium: "👍🏽", "medium-dark": "👍🏾", dark: "👍🏿" });
  expect(labelled("package")?.skins).toBeUndefined();
  expect(skinTones.dark).toBe("dark skin tone");
});
