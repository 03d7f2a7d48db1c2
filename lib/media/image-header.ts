import type { ImageFormat, ImageHeader } from "./media-types";

/**
 * Bytes that are read of a file at most: the headers of its segments, chunks and blocks. What they
 * hold is skipped and not counted, so that a GIF of 10 MB in blocks of 255 bytes is read to its
 * second image.
 */
export const mostHeadBytes = 65_536;

/**
 * Reads what the first bytes of a file say of the picture in it: its format, its size in pixels and
 * whether it moves. Nothing is decoded, and only numbers are read from the file, so that it does
 * not matter how large the picture says it is. At most {@link mostHeadBytes} are read, so that it
 * does not matter either how many parts it has. Undefined for any other format.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const head = new Head(bytes);
  const format = formatOf(head);
  if (!format) return undefined;
  const header = { format, size: undefined, animated: false };
  const facts = readers[format]?.(head);
  return { ...header, ...(head.tooLong ? { tooLong: true } : facts) };
}

type HeaderFacts = Partial<Pick<ImageHeader, "size" | "animated">>;

const readers: Partial<Record<ImageFormat, (head: Head) => HeaderFacts>> = {
  PNG: readPng,
  JPEG: readJpeg,
  GIF: readGif,
  WebP: readWebp,
};

/**
 * The bytes that are there; numbers beyond them, and beyond {@link mostHeadBytes}, are NaN, which
 * is larger than nothing and equal to nothing.
 */
class Head {
  readonly length: number;
  readonly #bytes: Uint8Array;
  #left = mostHeadBytes;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  /** Whether more bytes were asked for than are read: nothing that was read since is true. */
  get tooLong(): boolean {
    return this.#left < 0;
  }

  byte(at: number): number {
    this.#left -= 1;
    return this.#left < 0 ? Number.NaN : (this.#bytes[at] ?? Number.NaN);
  }

  /** The number of so many bytes, the highest first. */
  big(at: number, bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index++) value = value * 256 + this.byte(at + index);
    return value;
  }

  /** The number of so many bytes, the lowest first. */
  little(at: number, bytes: number): number {
    let value = 0;
    for (let index = bytes - 1; index >= 0; index--) value = value * 256 + this.byte(at + index);
    return value;
  }

  /** Latin-1. */
  text(at: number, length: number): string {
    this.#left -= length;
    if (this.#left < 0) return "";
    return String.fromCharCode(...this.#bytes.subarray(at, at + length));
  }
}

function formatOf(head: Head): ImageFormat | undefined {
  const start = head.text(0, 12);
  if (start.startsWith("\u0089PNG\r\n\u001a\n")) return "PNG";
  if (start.startsWith("\u00ff\u00d8\u00ff")) return "JPEG";
  if (/^GIF8[79]a/.test(start)) return "GIF";
  if (/^RIFF[^]{4}WEBP/.test(start)) return "WebP";
  if (start.startsWith("BM")) return "BMP";
  const brand = /^[^]{4}ftyp(avif|avis|heic|heix|mif1|hevc)/.exec(start)?.[1];
  if (brand !== undefined) return brand.startsWith("avi") ? "AVIF" : "HEIC";
  const text = head.text(0, 1_024);
  return /^\s*<(?:\?xml|!--|!doctype svg|svg)[\s>]/i.test(text) && /<svg[\s>]/i.test(text)
    ? "SVG"
    : undefined;
}

/** A size that pictures have; undefined for numbers that are missing, and for nothing at all. */
function sized(width: number, height: number): ImageHeader["size"] {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** W3C PNG 5.3, 11.2.2; the chunk of an animated one stands before the picture. */
function readPng(head: Head): HeaderFacts {
  if (head.text(12, 4) !== "IHDR") return {};
  let animated = false;
  for (let at = 8; at + 8 <= head.length && !head.tooLong; at += 12 + head.big(at, 4)) {
    const chunk = head.text(at + 4, 4);
    if (chunk === "acTL") animated = head.big(at + 8, 4) > 1;
    if (chunk === "IDAT") break;
  }
  return { size: sized(head.big(16, 4), head.big(20, 4)), animated };
}

/** GIF89a 17 to 26: it moves from its second image on. */
function readGif(head: Head): HeaderFacts {
  const size = sized(head.little(6, 2), head.little(8, 2));
  let at = 13 + tableBytes(head.byte(10));
  let images = 0;
  while (at < head.length && images < 2) {
    const block = head.byte(at);
    if (block === 0x2c) {
      images += 1;
      // Behind the table of its colours, and the size of its codes.
      at += 10 + tableBytes(head.byte(at + 9)) + 1;
    } else if (block === 0x21) at += 2;
    else break;
    for (let size = head.byte(at); size > 0; size = head.byte(at)) at += 1 + size;
    at += 1;
  }
  return { size, animated: images > 1 };
}

/** Of a table of colours, from the byte that says whether there is one. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** RFC 9649 2.5 to 2.7. */
function readWebp(head: Head): HeaderFacts {
  switch (head.text(12, 4)) {
    case "VP8 ":
      if (head.text(23, 3) !== "\u009d\u0001\u002a") return {};
      return { size: sized(head.little(26, 2) % 0x4000, head.little(28, 2) % 0x4000) };
    case "VP8L": {
      const bits = head.little(21, 4);
      return head.byte(20) === 0x2f
        ? { size: sized((bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1) }
        : {};
    }
    case "VP8X":
      return {
        size: sized(head.little(24, 3) + 1, head.little(27, 3) + 1),
        animated: (head.byte(20) & 2) !== 0,
      };
    default:
      return {};
  }
}

/**
 * ITU T.81 B.1, B.2.2: the segments up to the one that begins the frame. The first Exif segment may
 * say that it lies on its side.
 */
function readJpeg(head: Head): HeaderFacts {
  let lies: boolean | undefined;
  for (let at = 2; at + 4 <= head.length;) {
    if (head.byte(at) !== 0xff) return {};
    const marker = head.byte(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return {};
    else {
      const length = head.big(at + 2, 2);
      if (length < 2) return {};
      if (
        marker >= 0xc0 &&
        marker <= 0xcf &&
        marker !== 0xc4 &&
        marker !== 0xc8 &&
        marker !== 0xcc
      ) {
        const [height, width] = [head.big(at + 5, 2), head.big(at + 7, 2)];
        return { size: lies === true ? sized(height, width) : sized(width, height) };
      }
      if (marker === 0xe1 && lies === undefined && head.text(at + 4, 6) === exif)
        lies = liesOnItsSide(head, at + 4 + exif.length);
      at += 2 + length;
    }
  }
  return {};
}

/** What an Exif segment begins with; other segments of its kind hold XMP. */
const exif = "Exif\u0000\u0000";

/** Exif 2.32 4.6.4: the orientation, in the first directory of the TIFF header. */
function liesOnItsSide(head: Head, tiff: number): boolean {
  const order = head.text(tiff, 2);
  if (order !== "II" && order !== "MM") return false;
  const read = (where: number, bytes: number) =>
    order === "II" ? head.little(tiff + where, bytes) : head.big(tiff + where, bytes);
  const directory = read(4, 4);
  const entries = Math.min(read(directory, 2), 64);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (read(entry, 2) === 0x0112) return read(entry + 8, 2) >= 5;
  }
  return false;
}
