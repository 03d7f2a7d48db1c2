import { alsoLower, secrets, settings } from "./settings";

/** Shorter names are near to too many others, such as HOST to HOSTS. */
const leastLength = 5;

/**
 * Returns a sentence for each variable that nothing reads although its name is a setting's but for
 * one letter, its case, a prefix, or `_FILE`. Values are not repeated.
 */
export function nearNames(source: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(settings);
  const readable = new Set([
    ...names,
    ...secrets.map((name) => `${name}_FILE`),
    ...alsoLower.map((name) => name.toLowerCase()),
  ]);
  const sentences: string[] = [];
  for (const name of Object.keys(source)) {
    if (readable.has(name) || name.length > 100) continue;
    const upper = name.toUpperCase();
    const setting = [...readable].find(
      (one) =>
        one === upper ||
        `CLARION_${one}` === upper ||
        (one.length >= leastLength && isOneEdit(upper, one)),
    );
    if (setting !== undefined)
      sentences.push(`${name} is not a setting and is ignored. If ${setting} is meant, rename it.`);
    else if (names.some((one) => `${one}_FILE` === upper))
      sentences.push(`${name} is ignored: this setting is not read from a file.`);
  }
  const hasProxy = ["HTTPS_PROXY", "https_proxy", "HTTPS_PROXY_FILE"].some((name) => source[name]);
  if (!hasProxy && (source["ALL_PROXY"] || source["all_proxy"]))
    sentences.push(
      "ALL_PROXY is ignored. Set HTTPS_PROXY and HTTP_PROXY to send calls through a proxy.",
    );
  return sentences;
}

/** Whether one letter was added, left out or replaced, or two neighbours were exchanged. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [left, right] = [one.slice(start), other.slice(start)];
  if (left.length === right.length)
    return (
      left.slice(1) === right.slice(1) ||
      (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
    );
  return left.slice(1) === right || left === right.slice(1);
}
