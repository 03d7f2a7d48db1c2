import { utf8Bytes } from "@/lib/interface/text";
import { makingsOf } from "./placeholder";

/**
 * Which parameter at least half of a filled content is, as the end of a message: `; most of it is
 * parameter 'who', with 3000 bytes`. Nothing where none is.
 *
 * @param whole bytes of all of it; left out, of the values alone
 */
export function mostOf(
  content: unknown,
  values: ReadonlyMap<string, string>,
  whole?: number,
): string {
  let [most, bytes, all] = ["", 0, 0];
  for (const [name, times] of makingsOf(content).times) {
    const own = times * utf8Bytes(values.get(name) ?? "");
    all += own;
    if (own > bytes) [most, bytes] = [name, own];
  }
  return most === "" || bytes * 2 < (whole ?? all)
    ? ""
    : `; most of it is parameter '${most}', with ${bytes} bytes`;
}
