/**
 * Heads of pictures, written by hand from the formats' own documents; there is nothing behind them.
 */

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];
const lu16 = (value: number) => u16(value).toReversed();
const lu24 = (value: number) => [...lu16(value & 65_535), value >> 16];
const file = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );

/** @param frames of a moving one */
export function png(width: number, height: number, frames = 0): Buffer {
  const moves =
    frames === 0 ? [] : [...u32(8), ...Buffer.from("acTL"), ...u32(frames), ...u32(0), ...u32(0)];
  return file(
    "\u0089PNG\r\n\u001a\n",
    u32(13),
    "IHDR",
    u32(width),
    u32(height),
    [8, 6, 0, 0, 0],
    u32(0),
    moves,
    u32(0),
    "IDAT",
    u32(0),
  );
}

/** @param before bytes of comments that stand before the frame */
export function jpeg(width: number, height: number, { before = 0, orientation = 1 } = {}): Buffer {
  const exif = file(
    "Exif\u0000\u0000II*\u0000",
    [8, 0, 0, 0],
    lu16(1),
    lu16(0x0112),
    lu16(3),
    [1, 0, 0, 0],
    lu16(orientation),
    [0, 0],
    [0, 0, 0, 0],
  );
  const comments = Array.from({ length: Math.ceil(before / 65_000) }, () => [
    0xff,
    0xfe,
    ...u16(65_002),
    ...new Uint8Array(65_000),
  ]);
  return file(
    [0xff, 0xd8, 0xff, 0xe1],
    u16(exif.length + 2),
    [...exif],
    comments.flat(),
    [0xff, 0xc2],
    u16(17),
    [8],
    u16(height),
    u16(width),
    [3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xda],
  );
}

export function gif(width: number, height: number, images: number): Buffer {
  const image = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const colours = [0, 0, 0, 255, 255, 255];
  return file(
    "GIF89a",
    lu16(width),
    lu16(height),
    [0x80, 0, 0],
    colours,
    Array.from({ length: images }, () => image).flat(),
    [0x3b],
  );
}

export function webp(
  kind: "VP8 " | "VP8L" | "VP8X",
  width: number,
  height: number,
  moving = false,
): Buffer {
  const bits = width - 1 + (height - 1) * 0x4000;
  const inside = {
    "VP8 ": [0, 0, 0, 0x9d, 0x01, 0x2a, ...lu16(width), ...lu16(height)],
    VP8L: [0x2f, ...lu16(bits & 65_535), ...lu16(bits >>> 16), 0, 0, 0],
    VP8X: [moving ? 2 : 0, 0, 0, 0, ...lu24(width - 1), ...lu24(height - 1)],
  }[kind];
  return file("RIFF", [0, 1, 0, 0], "WEBP", kind, [inside.length, 0, 0, 0], inside);
}

/**
 * Files of some 3 MB that consist of the smallest parts that their formats have: there is no
 * picture before all of them are read.
 */
export const endless = {
  "a JPEG of empty segments": () => many([0xff, 0xd8], [0xff, 0xfe, 0, 2]),
  "a JPEG of Exif segments": () =>
    many([0xff, 0xd8], [0xff, 0xe1, 0, 8, ...Buffer.from("Exif\u0000\u0000", "latin1")]),
  "a JPEG of Exif segments without a directory": () => {
    const segment = file("Exif\u0000\u0000MM\u0000*", u32(8), u16(65_535));
    return many([0xff, 0xd8], [0xff, 0xe1, ...u16(segment.length + 2), ...segment]);
  },
  "a JPEG of filling bytes": () => many([0xff, 0xd8, 0xff], [0xff]),
  "a JPEG of markers": () => many([0xff, 0xd8], [0xff, 0xd0]),
  "a PNG of empty chunks": () =>
    many(
      [...png(10, 10).subarray(0, 33)],
      [0, 0, 0, 0, ...Buffer.from("tEXt", "latin1"), 0, 0, 0, 0],
    ),
  "a GIF of blocks of one byte": () =>
    many([...gif(10, 10, 0).subarray(0, 19), 0x21, 0xfe], [1, 65]),
  "a GIF of empty extensions": () => many([...gif(10, 10, 0).subarray(0, 19)], [0x21, 0xfe, 0]),
} as const;

/** A head, and behind it one part again and again. */
function many(head: readonly number[], part: readonly number[]): Buffer {
  const bytes = 3_000_000;
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, Buffer.from(part))]);
}
