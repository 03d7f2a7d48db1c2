import { FileError } from "@/lib/template/files";

/** A file of a zip file, as its central directory (APPNOTE 4.3.12) lists it. */
export interface ZipEntry {
  /** With `/` between its steps, as Windows may not have written it. */
  name: string;
  /** APPNOTE 4.4.5: 0 is stored, 8 is deflated. */
  method: number;
  isEncrypted: boolean;
  /** As it is stored, compressed or not. */
  packed: Uint8Array;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, localBytes, longestComment] = [22, 46, 30, 65_535];
const unsaid = 0xffffffff;

/**
 * Yields the files of a zip file; folders are left out. Sizes come from the central directory, because a streamed entry has none in front of its bytes. Throws
 * `FileError` where the file is cut off or damaged.
 */
export function* zipEntries(zip: Uint8Array): Generator<ZipEntry, void, undefined> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOf(view);
  if (end === undefined) throw new FileError("This zip file is damaged: its end is missing. Copy or download it again.");
  try {
    // The count of the record has 16 bits: the directory ends where another record begins.
    for (let at = directoryOf(view, end); at + entryBytes <= end && view.getUint32(at, true) === entrySignature;) {
      const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
      const name = nameOf(zip.subarray(at + entryBytes, at + entryBytes + nameLength));
      const { size, local } = placeOf(view, at, at + entryBytes + nameLength, extraLength);
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      at += entryBytes + nameLength + extraLength + view.getUint16(at + 32, true);
      if (name.endsWith("/")) continue;
      if (view.getUint32(local, true) !== localSignature) throw new RangeError("no entry");
      const begin = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (begin + size > zip.length) throw new RangeError("cut off");
      yield { name, method, isEncrypted: (flags & 1) === 1, packed: zip.subarray(begin, begin + size) };
    }
  } catch (error) {
    if (error instanceof RangeError) throw new FileError("This zip file is damaged. Copy or download it again.");
    throw error;
  }
}

/** Where the record stands that every whole zip file ends with; a comment may follow it. */
function endOf(view: DataView): number | undefined {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) if (view.getUint32(at, true) === endSignature) return at;
  return undefined;
}

/** Where the directory begins; from the record of zip64 (APPNOTE 4.3.14) where there is one. */
function directoryOf(view: DataView, end: number): number {
  const begin = view.getUint32(end + 16, true);
  if (begin !== unsaid) return begin;
  return Number(view.getBigUint64(Number(view.getBigUint64(end - 20 + 8, true)) + 48, true));
}

/** Compressed size and place of an entry; from its zip64 field (APPNOTE 4.5.3) where they do not fit. */
function placeOf(view: DataView, at: number, extra: number, extraLength: number): { size: number; local: number } {
  const values = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  for (let field = extra; field + 4 <= extra + extraLength; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let from = field + 4;
    for (const [index, value] of values.entries()) {
      if (value !== unsaid) continue;
      values[index] = Number(view.getBigUint64(from, true));
      from += 8;
    }
  }
  const [, size = 0, local = 0] = values;
  return { size, local };
}

function nameOf(bytes: Uint8Array): string {
  const encoding = isUtf8(bytes) ? "utf-8" : "windows-1252";
  return new TextDecoder(encoding).decode(bytes).replaceAll("\\", "/");
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
