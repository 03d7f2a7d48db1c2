import { describe, expect, it } from "vitest";
import { acceptedMedia, mostMediaBytes } from "./accepted";
import { endless, gif, jpeg, png, webp } from "./testing";

describe("accepted media", () => {
  it.each([
    ["png", png(1_200, 600), { width: 1_200, height: 600, animated: false }],
    ["jpg", jpeg(640, 480, { orientation: 6 }), { width: 480, height: 640, animated: false }],
    ["gif", gif(20, 10, 2), { width: 20, height: 10, animated: true }],
    ["webp", webp("VP8X", 320, 200), { width: 320, height: 200, animated: false }],
  ])("is a %s by its bytes", (type, bytes, facts) => {
    expect(acceptedMedia(bytes)).toEqual({
      ok: true,
      facts: { type, bytes: bytes.length, ...facts },
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0), /empty/],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), /not an image/],
    [
      "a drawing with script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      /SVG images cannot be shown/,
    ],
    ["a bitmap", Buffer.from("BM0000"), /BMP images cannot be shown/],
    ["a picture without a size", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /damaged/],
    [
      "a picture behind countless segments",
      endless["a JPEG of empty segments"](),
      /too much before its picture\. Save it again without metadata/,
    ],
    ["too many pixels", png(40_000, 40_000), /50 million pixels/],
    ["too many bytes", Buffer.concat([png(10, 10), Buffer.alloc(mostMediaBytes)]), /10 MB at most/],
  ])("is not %s, and says what to do", (_, bytes, why) => {
    expect(acceptedMedia(bytes)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });
});
