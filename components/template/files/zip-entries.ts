import { FileError } from "@/lib/template/files";

const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = (remainder >>> 1) ^ (remainder & 1 ? polynomial : 0);
  return remainder;
});

/**
 * Returns the CRC-32 of bytes that stand in several parts, as zip files have it (APPNOTE 4.4.7);
 * unsigned.
 */
export function crc32(parts: Iterable<Uint8Array>): number {
  let sum = 0xffffffff;
  for (const part of parts)
    for (const byte of part) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** A file or a folder of a zip file, as its central directory (APPNOTE 4.3.12) lists it. */
export interface ZipEntry {
  /** With `/` between its steps, as Windows may not have written it, and at the end of a folder. */
  name: string;
  /** APPNOTE 4.4.5: 0 is stored, 8 is deflated. */
  method: number;
  isEncrypted: boolean;
  /** CRC-32 of its unpacked bytes. */
  crc: number;
  /** As it is stored, compressed or not. */
  packed: Uint8Array;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [locatorSignature, end64Signature, locatorBytes] = [0x07064b50, 0x06064b50, 20];
const [endBytes, entryBytes, localBytes, longestComment] = [22, 46, 30, 65_535];
const unsaid = 0xffffffff;

/** IDs of extra fields: zip64 (APPNOTE 4.5.3), and the name in UTF-8 (APPNOTE 4.6.9). */
const [zip64Field, nameField] = [1, 0x7075];

/** The upper half of code page 437 (APPNOTE D.1). */
const codePage437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";

/**
 * Yields the files and folders of a zip file. Sizes come from the central directory, because a
 * streamed entry has none in front of its bytes. Throws `FileError` where the file is cut off or
 * damaged.
 */
export function* zipEntries(zip: Uint8Array): Generator<ZipEntry, void, undefined> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOf(view);
  if (end === undefined)
    throw new FileError("This zip file is damaged: its end is missing. Copy or download it again.");
  let count = 0;
  try {
    // Two bytes that have all bits set refer to zip64.
    if (![0, 0xffff].includes(view.getUint16(end + 4, true)))
      throw new FileError(
        "This is one part of a zip file that was split. Zip the folder again into one file.",
      );
    // The count of the record has 16 bits: the directory ends where another record begins.
    for (
      let at = directoryOf(view, end);
      at + entryBytes <= end && view.getUint32(at, true) === entrySignature;
    ) {
      const [nameLength, extraLength] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true),
      ];
      const extra = at + entryBytes + nameLength;
      if (extra + extraLength > end) throw new RangeError("cut off");
      const fields = fieldsOf(view, extra, extraLength);
      const { size, local } = placeOf(view, at, fields.get(zip64Field));
      const [flags, method, crc] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint32(at + 16, true),
      ];
      const name = entryName(
        zip.subarray(at + entryBytes, extra),
        (flags & 0x800) !== 0,
        fields.get(nameField),
      );
      count += 1;
      at += entryBytes + nameLength + extraLength + view.getUint16(at + 32, true);
      if (view.getUint32(local, true) !== localSignature) throw new RangeError("no entry");
      const begin =
        local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (begin + size > zip.length) throw new RangeError("cut off");
      yield {
        name,
        method,
        isEncrypted: (flags & 1) === 1,
        crc,
        packed: zip.subarray(begin, begin + size),
      };
    }
    const said = view.getUint16(end + 10, true);
    if (said !== 0xffff && said !== (count & 0xffff)) throw new RangeError("entries are missing");
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileError("This zip file is damaged. Copy or download it again.");
    throw error;
  }
}

/** Where the record stands that every whole zip file ends with; a comment may follow it. */
function endOf(view: DataView): number | undefined {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (view.getUint32(at, true) === endSignature) return at;
  return undefined;
}

/** Where the directory begins; from the record of zip64 (APPNOTE 4.3.14) where there is one. */
function directoryOf(view: DataView, end: number): number {
  const begin = view.getUint32(end + 16, true);
  if (begin !== unsaid) return begin;
  const locator = end - locatorBytes;
  if (view.getUint32(locator, true) !== locatorSignature) throw new RangeError("no zip64");
  const record = Number(view.getBigUint64(locator + 8, true));
  if (view.getUint32(record, true) !== end64Signature) throw new RangeError("no zip64");
  return Number(view.getBigUint64(record + 48, true));
}

/** The extra fields of an entry, by their IDs. */
function fieldsOf(view: DataView, extra: number, extraLength: number): Map<number, DataView> {
  const fields = new Map<number, DataView>();
  const end = extra + extraLength;
  for (let at = extra; at + 4 <= end;) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (at + length > end) break;
    fields.set(id, new DataView(view.buffer, view.byteOffset + at, length));
    at += length;
  }
  return fields;
}

/** Compressed size and place of an entry; from its zip64 field where they do not fit. */
function placeOf(
  view: DataView,
  at: number,
  zip64: DataView | undefined,
): { size: number; local: number } {
  const values = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  let from = 0;
  for (const [index, value] of values.entries()) {
    if (value !== unsaid || zip64 === undefined) continue;
    values[index] = Number(zip64.getBigUint64(from, true));
    from += 8;
  }
  const [, size = 0, local = 0] = values;
  return { size, local };
}

/**
 * The name of an entry: in UTF-8 where the entry says so, or in a field of its own, which counts
 * while it is of this name. macOS writes UTF-8 without saying so; what is none is code page 437.
 */
function entryName(bytes: Uint8Array, isUnicode: boolean, field: DataView | undefined): string {
  const unicode =
    field && field.byteLength > 5 && field.getUint32(1, true) === crc32([bytes])
      ? utf8Of(fieldBytes(field))
      : undefined;
  const name = unicode ?? utf8Of(bytes) ?? (isUnicode ? undefined : textOf437(bytes));
  if (name === undefined)
    throw new FileError(
      "This zip file has a name that is not UTF-8, although it says so. Zip the folder again.",
    );
  return name.replace(/^\\+/, "").replaceAll("\\", "/");
}

function fieldBytes(field: DataView): Uint8Array {
  return new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5);
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function textOf437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 128 ? String.fromCharCode(byte) : codePage437.charAt(byte - 128),
  ).join("");
}
