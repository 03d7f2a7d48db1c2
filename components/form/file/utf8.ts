/** What is said of a file that is written in another way. */
export const notUtf8 =
  "The file is not written in UTF-8. In Excel, save it as “CSV UTF-8 (comma delimited)”.";

/** So many bytes of a file show whether it is UTF-16. */
export const sniffedBytes = 4_096;

/**
 * The text of a file, without its mark; undefined when it is not UTF-8, so that no letter is
 * replaced by another one.
 */
export async function utf8Text(file: Pick<Blob, "arrayBuffer">): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isUtf16(bytes)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether a file is UTF-16 without its mark, by its beginning. Much of that is valid UTF-8 as well,
 * but with control characters that no text has: half of each letter up to U+1FFF is one, and so is
 * half of every line end and separator. Few of them are damage in UTF-8. Many are UTF-16 when line
 * ends or separators show in one of the two byte orders; a quarter of all bytes is no text in UTF-8
 * anyway.
 */
export function isUtf16(file: Uint8Array): boolean {
  const bytes = file.subarray(0, sniffedBytes);
  const controls = bytes.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (controls === 0 || controls * 50 < bytes.length) return false;
  if (controls * 4 >= bytes.length) return true;
  return ["utf-16le", "utf-16be"].some((order) => {
    // As a part of a stream: the piece may end within a pair of surrogates.
    const text = new TextDecoder(order).decode(bytes, { stream: true });
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    const wrong = text.match(/[\0-\u0008\u000E-\u001F\u007F-\u009F\uFFFD-\uFFFF]/g)?.length ?? 0;
    return wrong * 50 <= text.length && /[\r\n\t,;|]/.test(text);
  });
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}
