import { expect, it } from "vitest";
import { blockFrom, followers, ownParts, valueIn } from "./shared-text";

const shared = { title: "T", text: "X", image: "https://a.test/a.png" };
const blocks = {
  ...blockFrom("android", shared),
  ...blockFrom("ios", shared),
  ...blockFrom("web", shared),
};

it("writes what is for all into every block that has a place for it", () => {
  expect(valueIn(blocks, "android", "image")).toBe(shared.image);
  expect(valueIn(blocks, "ios", "image")).toBe(shared.image);
  expect(valueIn(blocks, "web", "image")).toBe("");
  for (const platform of ["android", "ios", "web"] as const)
    expect(ownParts(blocks, platform, shared)).toEqual([]);
});

it("keeps a platform's own words, and leaves them alone", () => {
  const own = { ...blocks, ios: { ...blocks.ios, text: "Mine" } };
  expect(ownParts(own, "ios", shared)).toEqual(["text"]);
  expect(followers(own, "text", "X").map(({ path }) => path)).toEqual([
    "channels.push.android.text",
    "channels.push.web.text",
  ]);
  expect(followers(own, "image", shared.image).map(({ platform }) => platform)).toEqual([
    "android",
    "ios",
  ]);
});

it("does not write to a platform that is off", () => {
  const { ios: _off, ...rest } = blocks;
  expect(followers(rest, "title", "T").map(({ platform }) => platform)).toEqual(["android", "web"]);
  expect(ownParts(rest, "ios", shared)).toEqual([]);
});
