/** What is said of a file that is written in another way. */
export const notUtf8 = "The file is not written in UTF-8. In Excel, save it as “CSV UTF-8 (comma delimited)”.";

/** The text of a file, without its mark; undefined when it is not UTF-8, so that no letter is replaced by another one. */
export async function utf8Text(file: Pick<Blob, "arrayBuffer">): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return isUtf16(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Whether a text that was read as UTF-8 is UTF-16 without its mark: every other byte is zero. */
export function isUtf16(text: string): boolean {
  return /^(?:[^\0]\0){4}|^(?:\0[^\0]){4}/.test(text);
}
