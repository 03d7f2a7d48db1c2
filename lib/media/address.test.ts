import { describe, expect, it } from "vitest";
import { fileOfPath, mediaUrl, ownMedia } from "./address";

const sha256 = "0f".repeat(32);
const origin = "https://push.example";

describe("the address of a picture", () => {
  it("leads back to the picture", () => {
    const file = { sha256, type: "jpg" } as const;
    expect(mediaUrl(origin, file)).toBe(`https://push.example/media/${sha256}.jpg`);
    expect(ownMedia(mediaUrl(origin, file), origin)).toEqual(file);
  });

  it.each([
    `/media/${sha256}.svg`,
    `/media/${sha256}.constructor`,
    `/media/${sha256.toUpperCase()}.png`,
    `/media/${sha256}`,
    `/media/../${sha256}.png`,
    `/media/${sha256}.png/`,
    `/media/${sha256}.png\n`,
    `/media/${sha256.slice(1)}.png`,
    "/media",
  ])("is none: %s", (path) => {
    expect(fileOfPath(path)).toBeUndefined();
  });

  it("is another's at another origin, however alike", () => {
    for (const other of [
      "https://push.example.org",
      "http://push.example",
      "https://push.example:8443",
    ])
      expect(ownMedia(`${other}/media/${sha256}.png`, origin)).toBeUndefined();
    expect(ownMedia(`${origin}/media/${sha256}.png?x=1`, origin)).toBeUndefined();
  });
});
