import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostHeadBytes, readImageHeader } from "./image-header";
import { endless, gif, jpeg, png, webp } from "./testing";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );

/** A file that counts how many of its bytes are read. */
function counting(file: Buffer): { bytes: Uint8Array; read: () => number } {
  let read = 0;
  const counted = new Proxy(file, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) {
        read += 1;
        return target[Number(name)];
      }
      if (name === "subarray")
        return (from: number, to: number) => {
          const some = target.subarray(from, to);
          read += some.length;
          return some;
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { bytes: counted, read: () => read };
}

describe("the head of a picture", () => {
  it.each([
    [
      "PNG",
      png(1_200, 600),
      { format: "PNG", size: { width: 1_200, height: 600 }, animated: false },
    ],
    [
      "a moving PNG",
      png(32, 16, 2),
      { format: "PNG", size: { width: 32, height: 16 }, animated: true },
    ],
    [
      "a PNG with one frame",
      png(32, 16, 1),
      { format: "PNG", size: { width: 32, height: 16 }, animated: false },
    ],
    [
      "JPEG",
      jpeg(640, 480),
      { format: "JPEG", size: { width: 640, height: 480 }, animated: false },
    ],
    [
      "a JPEG with much before its frame",
      jpeg(640, 480, { before: 130_000 }),
      { format: "JPEG", size: { width: 640, height: 480 } },
    ],
    [
      "a JPEG on its side",
      jpeg(640, 480, { orientation: 6 }),
      { format: "JPEG", size: { width: 480, height: 640 } },
    ],
    [
      "a JPEG upside down",
      jpeg(640, 480, { orientation: 3 }),
      { format: "JPEG", size: { width: 640, height: 480 } },
    ],
    ["GIF", gif(20, 10, 1), { format: "GIF", size: { width: 20, height: 10 }, animated: false }],
    [
      "a moving GIF",
      gif(20, 10, 2),
      { format: "GIF", size: { width: 20, height: 10 }, animated: true },
    ],
    [
      "lossy WebP",
      webp("VP8 ", 320, 200),
      { format: "WebP", size: { width: 320, height: 200 }, animated: false },
    ],
    [
      "lossless WebP",
      webp("VP8L", 320, 200),
      { format: "WebP", size: { width: 320, height: 200 }, animated: false },
    ],
    [
      "extended WebP",
      webp("VP8X", 16_384, 1),
      { format: "WebP", size: { width: 16_384, height: 1 }, animated: false },
    ],
    [
      "moving WebP",
      webp("VP8X", 320, 200, true),
      { format: "WebP", size: { width: 320, height: 200 }, animated: true },
    ],
  ])("says the size of %s", (_, file, header) => {
    expect(readImageHeader(file)).toMatchObject(header);
  });

  it.each([
    ["BMP", bytes("BM", [0, 0, 0, 0])],
    ["AVIF", bytes([0, 0, 0, 28], "ftypavif")],
    ["HEIC", bytes([0, 0, 0, 28], "ftypheic")],
    ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ["SVG", bytes('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg width="9">')],
  ])("names %s, of which no size is read", (format, file) => {
    expect(readImageHeader(file)).toEqual({ format, size: undefined, animated: false });
  });

  it.each([
    ["a page", bytes("<!doctype html><html><body><svg></svg>")],
    ["text", bytes("PNG")],
    ["a program", bytes([0x7f], "ELF")],
    ["PDF", bytes("%PDF-1.7")],
    ["nothing", bytes()],
    ["sound in a box of the same kind", bytes("RIFF", [0, 0, 0, 0], "WAVEfmt ")],
    ["many comments before no drawing", bytes("<!---->".repeat(500))],
  ])("is none for %s", (_, file) => {
    expect(readImageHeader(file)).toBeUndefined();
  });

  it("is believed about any size, because nothing is allocated for it", () => {
    expect(readImageHeader(png(2_147_483_647, 2_147_483_647))?.size).toEqual({
      width: 2_147_483_647,
      height: 2_147_483_647,
    });
    expect(readImageHeader(jpeg(65_535, 65_535))?.size).toEqual({ width: 65_535, height: 65_535 });
    expect(readImageHeader(png(0, 600))?.size).toBeUndefined();
    expect(readImageHeader(jpeg(640, 0))?.size).toBeUndefined();
  });

  it.each(Object.entries(endless))(
    "that is %s is read for 64 KB and says no more than its format",
    (_, make) => {
      const { bytes: file, read } = counting(make());
      expect(readImageHeader(file)).toMatchObject({
        size: undefined,
        animated: false,
        tooLong: true,
      });
      expect(read()).toBeLessThanOrEqual(mostHeadBytes);
    },
  );

  it("that skips long parts reads little of them", () => {
    const image = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2];
    const block = Buffer.alloc(256, Buffer.from([255, ...new Uint8Array(255)]));
    const blocks = Array.from({ length: 39_000 }, () => block);
    const moving = Buffer.concat([
      gif(10, 10, 0).subarray(0, 19),
      Buffer.from(image),
      ...blocks,
      Buffer.from([0, ...image, 0]),
    ]);
    for (const [file, header] of [
      [moving, { format: "GIF", animated: true }],
      [
        jpeg(640, 480, { before: 9_000_000 }),
        { format: "JPEG", size: { width: 640, height: 480 } },
      ],
    ] as const) {
      const { bytes: counted, read } = counting(file);
      expect(readImageHeader(counted)).toMatchObject(header);
      expect(read()).toBeLessThanOrEqual(mostHeadBytes);
    }
  });

  it("lies on its side where the first Exif segment says so, and not where a later one does", () => {
    const [turned, upright] = [jpeg(640, 480, { orientation: 6 }), jpeg(640, 480)];
    const frame = turned.lastIndexOf(Buffer.from([0xff, 0xc2]));
    const segmentOf = (file: Buffer) => file.subarray(2, frame);
    const xmp = bytes([0xff, 0xe1, 0, 9], "http://");
    const withSegments = (...segments: Buffer[]) =>
      Buffer.concat([turned.subarray(0, 2), ...segments, turned.subarray(frame)]);
    expect(readImageHeader(withSegments(xmp, segmentOf(turned), segmentOf(upright)))?.size).toEqual(
      {
        width: 480,
        height: 640,
      },
    );
    expect(readImageHeader(withSegments(xmp, segmentOf(upright), segmentOf(turned)))?.size).toEqual(
      {
        width: 640,
        height: 480,
      },
    );
  });

  it("that is cut off names its format, and no size that is not there", () => {
    for (const file of [
      png(1_200, 600),
      jpeg(640, 480, { before: 3_000 }),
      gif(20, 10, 2),
      webp("VP8 ", 320, 200),
      webp("VP8X", 320, 200),
    ]) {
      const { format, size } = readImageHeader(file) ?? {};
      // Judged here, since thousands of expectations take longer than all the reading.
      const wrong = Array.from({ length: file.length - 12 }, (_, n) => ({
        length: n + 12,
        cut: readImageHeader(file.subarray(0, n + 12)),
      })).filter(
        ({ cut }) =>
          cut?.format !== format || (cut?.size !== undefined && !isDeepStrictEqual(cut.size, size)),
      );
      expect(wrong).toEqual([]);
    }
  });

  it("may hold anything: reading ends, and throws nothing", () => {
    const starts = [
      png(9, 9, 2),
      jpeg(9, 9, { orientation: 6, before: 500 }),
      gif(9, 9, 2),
      webp("VP8X", 9, 9, true),
      webp("VP8L", 9, 9),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 30 }),
        fc.uint8Array({ maxLength: 2_000 }),
        (start, changes, tail) => {
          const file = Buffer.concat([start, tail]);
          for (const [at, value] of changes) if (at >= 3 && at < file.length) file[at] = value;
          const size = readImageHeader(file)?.size;
          expect(
            size === undefined ||
              (Number.isInteger(size.width) && size.width > 0 && Number.isInteger(size.height)),
          ).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
