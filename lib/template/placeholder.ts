import { utf8Bytes } from "@/lib/interface/text";

// Left to right: `$${` is a literal `${`, `${name}` a placeholder; anything else stays as it is.
const token = /\$\$\{|\$\{([A-Za-z0-9_]+)\}/g;

/**
 * What a parameter may be called: letters, digits and `_` (contract 6). `__proto__` is reserved.
 */
export function isParameterName(name: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(name) && name !== "__proto__";
}

/** The placeholder of a parameter, as it is written into a text: `${name}` (contract 6). */
export function placeholderOf(name: string): string {
  return `\${${name}}`;
}

/**
 * The names of the placeholders `${name}` in a text, each once, in order; a literal `$${` is none
 * (contract 6).
 */
export function placeholdersIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(token)) if (name !== undefined) names.add(name);
  return [...names];
}

/**
 * Bytes of UTF-8 of the texts with placeholders together, once they are filled in: sixteen times
 * what any provider carries (contract 6).
 */
export const mostFilledBytes = 65_536;

/**
 * Texts would take more than {@link mostFilledBytes} once they are filled in. Nothing was filled.
 */
export class FilledTooLargeError extends Error {
  constructor() {
    super(
      `Its texts take more than ${mostFilledBytes.toLocaleString("en")} bytes once they are filled in.`,
    );
  }
}

type Values = ReadonlyMap<string, string>;

/**
 * Replaces `${name}` by its value and `$${` by `${` (contract 6). Values are data: what they
 * contain is never looked at again. A placeholder without a value stays as it is, and is passed to
 * `missing`. Throws `FilledTooLargeError` before a text grows too large.
 */
export function substitute(text: string, values: Values, missing?: (name: string) => void): string {
  return filledText(text, values, { bytes: mostFilledBytes }, missing);
}

/**
 * {@link substitute} in every string of a JSON value, all of them together within {@link
 * mostFilledBytes}.
 */
export function fill(value: unknown, values: Values, missing?: (name: string) => void): unknown {
  const room = { bytes: mostFilledBytes };
  return mapStrings(value, (text) => filledText(text, values, room, missing));
}

function filledText(
  text: string,
  values: Values,
  room: { bytes: number },
  missing?: (name: string) => void,
): string {
  if (!text.includes("${")) return text;
  takeFilled(text, values, room);
  return text.replace(token, (whole, name: string | undefined) => {
    if (name === undefined) return "${";
    const value = values.get(name);
    if (value === undefined) missing?.(name);
    return value ?? whole;
  });
}

/**
 * Takes the bytes that a text will have from the room that is left. Once there is none it measures
 * no further value.
 */
function takeFilled(text: string, values: Values, room: { bytes: number }): void {
  let literal = utf8Bytes(text);
  let filled = 0;
  for (const [whole, name] of text.matchAll(token)) {
    const value = name === undefined ? "${" : values.get(name);
    if (value === undefined) continue;
    literal -= whole.length;
    filled += utf8Bytes(value);
    if (filled > room.bytes) break;
  }
  room.bytes -= literal + filled;
  if (room.bytes < 0) throw new FilledTooLargeError();
}

/** The text with every `${from}` written `${to}`; a literal `$${from}` stays. */
export function renamePlaceholder(text: string, from: string, to: string): string {
  return text.replace(token, (whole, name: string | undefined) =>
    name === from ? placeholderOf(to) : whole,
  );
}

/**
 * The same JSON value with `map` applied to every string in it; names of members stay, so structure
 * cannot change (contract 6).
 */
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, map));
  if (typeof value !== "object" || value === null) return value;
  const mapped: Record<string, unknown> = {};
  // Runs for every request that names a template, and so makes few objects.
  for (const key of Object.keys(value)) {
    const member = mapStrings((value as Record<string, unknown>)[key], map);
    if (key !== "__proto__") mapped[key] = member;
    else
      Object.defineProperty(mapped, key, {
        value: member,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return mapped;
}

/** The names of the placeholders in every string of a JSON value, each once. */
export function placeholdersInBlocks(blocks: unknown): string[] {
  const names = new Set<string>();
  mapStrings(blocks, (text) => {
    for (const name of placeholdersIn(text)) names.add(name);
    return text;
  });
  return [...names];
}

/** Counts of the parts of a JSON value. */
export interface PartCounts {
  /** How often each placeholder stands in its strings. */
  times: ReadonlyMap<string, number>;
  /**
   * Bytes of UTF-8 of its strings without placeholders, of the names of its members, of numbers and
   * of true, false and null.
   */
  literalBytes: number;
  /** Values in all that its objects and arrays hold. */
  members: number;
}

/** Counts the parts of a JSON value without building a copy. */
export function makingsOf(value: unknown): PartCounts {
  const makings = { times: new Map<string, number>(), literalBytes: 0, members: 0 };
  take(value, makings);
  return makings;
}

function take(value: unknown, makings: PartCounts & { times: Map<string, number> }): void {
  if (typeof value === "string") {
    makings.literalBytes += utf8Bytes(value);
    for (const [whole, name] of value.matchAll(token)) {
      if (name === undefined) continue;
      makings.times.set(name, (makings.times.get(name) ?? 0) + 1);
      makings.literalBytes -= whole.length;
    }
  } else if (typeof value !== "object" || value === null)
    makings.literalBytes += String(value).length;
  else
    for (const [name, member] of Object.entries(value)) {
      makings.members += 1;
      if (!Array.isArray(value)) makings.literalBytes += utf8Bytes(name);
      take(member, makings);
    }
}

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
