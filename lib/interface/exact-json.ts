import type { JsonValue } from "./scalars";

/**
 * JSON whose numbers keep their digits (contract 4: numbers in `customtags` are passed on with the
 * digits as written). A number that JavaScript would write otherwise, such as 1.10, 1E5, -0 or
 * 12345678901234567890, is represented by a string: half a surrogate pair, then the digits.
 * Accepted texts contain no such half, so users cannot write one, and as a string the number
 * survives every copy, draft and server action until it is written to JSON again.
 */
const mark = "\udfff";

const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const wholeNumber = new RegExp(`^${number}$`);
/** A marked number as `JSON.stringify` writes it, after what may stand before a value. */
const markedNumber = new RegExp(String.raw`(^|[:,[\s])"\\udfff(${number})"`, "g");

/** Returns the digits of a marked number as written; undefined for every other value. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith(mark) && wholeNumber.test(value.slice(1))
    ? value.slice(1)
    : undefined;
}

/**
 * Like `JSON.parse`, but marks numbers so that their digits stay as written: those in
 * `extras.customtags`, in a request or in its blocks alone; or those everywhere. Throws
 * `SyntaxError`. Time is linear in the text.
 */
export function parseJson(
  text: string,
  where: "customtags" | "everywhere" = "customtags",
): unknown {
  // An escape may spell the name otherwise.
  if (where === "customtags" && !text.includes("customtags") && !text.includes("\\u"))
    return JSON.parse(text);
  const numbers = numbersIn(text, where === "everywhere");
  if (numbers.length === 0) return JSON.parse(text);
  let marked = "";
  let from = 0;
  for (let at = 0; at < numbers.length; at += 2) {
    const [start, end] = [numbers[at], numbers[at + 1]];
    marked += `${text.slice(from, start)}"\\udfff${text.slice(start, end)}"`;
    from = end ?? from;
  }
  try {
    return JSON.parse(marked + text.slice(from));
  } catch {
    // Words and positions of the error are those of the text as it was given.
    return JSON.parse(text);
  }
}

/** Like `JSON.stringify`, but writes marked numbers with their digits as written. */
export function writeJson(value: JsonValue | object, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.includes('"\\udfff') ? text.replace(markedNumber, "$1$2") : text;
}

/** JSON text indented for the eye, every number as it was written. Throws `SyntaxError`. */
export function indentJson(text: string): string {
  return writeJson(parseJson(text, "everywhere") as JsonValue, 2);
}

/** What a member is called, as far as it matters. */
const other = 0;
const extras = 1;
const customtags = 2;

/**
 * Where numbers stand, as values, that JavaScript would write otherwise: start and end of each. Of
 * a text that is no JSON it only has to end. It runs for every request that has `customtags`, and
 * so makes no objects.
 */
function numbersIn(text: string, everywhere: boolean): number[] {
  const positions: number[] = [];
  // By depth: whether it is an object, and the member that is being read there.
  const objects: boolean[] = [false];
  const steps: number[] = [other];
  let depth = 0;
  let naming = false;
  /** The depth of the `customtags` that is being read. */
  let within = everywhere ? 0 : Infinity;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      const end = endOfString(text, at);
      if (naming) {
        steps[depth] = stepAt(text, at, end);
        naming = false;
      }
      at = end;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (within > depth && steps[depth] === customtags && steps[depth - 1] === extras)
        within = depth + 1;
      depth += 1;
      naming = objects[depth] = unit === 0x7b;
      steps[depth] = other;
    } else if (unit === 0x7d || unit === 0x5d) {
      if (depth > 0) depth -= 1;
      if (within > depth) within = Infinity;
      naming = false;
    } else if (unit === 0x2c) naming = objects[depth] === true;
    else if (unit === 0x2d || isDigit(unit)) {
      const end = endOfNumber(text, at);
      if (within <= depth && !naming && changes(text.slice(at, end))) positions.push(at, end);
      at = end - 1;
    }
  }
  return positions;
}

function changes(digits: string): boolean {
  return String(Number(digits)) !== digits && wholeNumber.test(digits);
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    // Digits, `+`, `-`, `.`, `E` and `e`.
    if (
      !isDigit(unit) &&
      unit !== 0x2b &&
      unit !== 0x2d &&
      unit !== 0x2e &&
      unit !== 0x45 &&
      unit !== 0x65
    )
      break;
  }
  return end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/**
 * Returns the offset of the closing quote of the string that opens at `start`; the length of the
 * text when it does not end.
 */
export function endOfString(text: string, start: number): number {
  const close = text.indexOf('"', start + 1);
  if (close < 0) return text.length;
  if (text.charCodeAt(close - 1) !== 0x5c) return close;
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at;
    if (unit === 0x5c) at += 1;
  }
  return text.length;
}

function stepAt(text: string, start: number, end: number): number {
  const length = end - start - 1;
  if (length < 6 || length > 60) return other;
  const name = text.slice(start + 1, end);
  const plain = name.includes("\\") ? unescaped(name) : name;
  return plain === "extras" ? extras : plain === "customtags" ? customtags : other;
}

function unescaped(name: string): unknown {
  try {
    return JSON.parse(`"${name}"`);
  } catch {
    return undefined;
  }
}

/**
 * Whether JSON text opens more than so many objects and arrays within one another. For what is read
 * by functions that call themselves. Linear, of any text.
 */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') at = endOfString(text, at);
    else if (unit === "{" || unit === "[") depth += 1;
    else if (unit === "}" || unit === "]") depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
