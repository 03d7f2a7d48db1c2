import { endOfString, parseJson } from "./exact-json";
import { faultWords, jsonFault } from "./json-fault";
import { NESTING } from "./limits";
import { escapeStep } from "./pointer";
import { problem, type Problem } from "./problem";
import { rules, type RuleId } from "./rules";
import { isSendable } from "./text";
import { isObject } from "./value-shape";

/**
 * JSON read, of any shape: its text, its value, and where the `destination` member of an object
 * stands.
 */
interface JsonRead {
  text: string;
  value: unknown;
  /**
   * UTF-16 offsets of the `destination` member with one adjacent comma; `undefined` when there is
   * none.
   */
  destinationSpan: [start: number, end: number] | undefined;
  /** Strings with U+0000 or a lone surrogate (7004). The body is readable all the same. */
  problems: Problem[];
}

/** A body read: an object. */
export interface JsonBody extends JsonRead {
  value: Record<string, unknown>;
}

// Removes a byte order mark; throws for anything that is not UTF-8.
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Names of one object. Most objects have few, for which a list is quicker than a set. */
class Names {
  #few: string[] = [];
  #many: Set<string> | undefined;

  /** Adds a name; `false` when it was there. */
  add(name: string): boolean {
    if (this.#many) return this.#many.size < this.#many.add(name).size;
    if (this.#few.includes(name)) return false;
    if (this.#few.push(name) > 16) this.#many = new Set(this.#few);
    return true;
  }
}

/** One object or array that is open while scanning. */
interface Level {
  /** Names so far, for an object. */
  names: Names | undefined;
  /** The member or index that is being read. */
  step: string | number;
  /** Whether the next string is a name. */
  naming: boolean;
}

/**
 * Reads a body before anything else looks at it (contract 2 code 7000, contract 4): strict UTF-8,
 * an object at the top, no duplicate members, at most 32 levels. One pass over the text without
 * recursion, then `parseJson`, which makes `__proto__` an own member like any other and holds
 * numbers of `customtags` as they were written. Time is linear in the bytes.
 */
export function readJson(bytes: Uint8Array): JsonBody | { problems: [Problem] } {
  const text = decoded(bytes);
  return text === undefined ? rejectJson("json.utf8") : readJsonText(text);
}

/** {@link readJson} for a body that may be of any shape, such as a list. */
export function readAnyJson(bytes: Uint8Array): JsonRead | { problems: [Problem] } {
  const text = decoded(bytes);
  return text === undefined ? rejectJson("json.utf8") : readAnyText(text, NESTING);
}

/**
 * Reads a text as {@link readJson} reads bytes. The only reader of JSON, for requests and for
 * everything that is stored.
 *
 * @param levels accepted levels of nesting
 */
export function readJsonText(text: string, levels = NESTING): JsonBody | { problems: [Problem] } {
  const read = readAnyText(text, levels);
  if (!("value" in read)) return read;
  const { value } = read;
  return isObject(value) ? { ...read, value } : rejectJson("json.object");
}

function readAnyText(text: string, levels: number): JsonRead | { problems: [Problem] } {
  const scanned = scan(text, levels);
  if ("rule" in scanned) return rejectJson(scanned.rule, scanned.pointer);
  try {
    return {
      text,
      value: parseJson(text),
      destinationSpan: scanned.destinationSpan,
      problems: scanned.problems,
    };
  } catch {
    return { problems: [syntaxProblem(text)] };
  }
}

/**
 * `json.syntax`; the place is in its words where something stands there that a person may not see,
 * or may take for JSON.
 */
function syntaxProblem(text: string): Problem {
  const fault = jsonFault(text);
  const { message, ...rest } = problem("json.syntax", "");
  return { ...rest, message: fault?.actual ? `${message}: ${faultWords(fault)}` : message };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Why a text is no JSON that can be stored: the first thing that {@link readJsonText} finds, by a
 * pointer into it; undefined where there is nothing.
 */
export function jsonProblem(text: string, levels = NESTING): Problem | undefined {
  return readJsonText(text, levels).problems[0] ?? rawProblem(text);
}

/** {@link jsonProblem} for a text of any shape, such as a list. */
export function anyJsonProblem(text: string): Problem | undefined {
  return readAnyText(text, NESTING).problems[0] ?? rawProblem(text);
}

/**
 * Half of a surrogate pair that no escape spells: bytes cannot hold one, and the scan looks at
 * escapes alone.
 */
function rawProblem(text: string): Problem | undefined {
  return isSendable(text) ? undefined : unsendable([]);
}

/**
 * A problem of {@link jsonProblem} for people: what the interface says, where, and by which rule.
 */
export function jsonSentence({ rule, pointer, message }: Problem): string {
  // Its words have the place already.
  if (rule === "json.syntax" && message !== rules[rule].message) return `${message}.`;
  // Names in it may be as long as the text.
  const place =
    pointer === "" ? "" : ` at ${pointer.length > 120 ? `${pointer.slice(0, 119)}…` : pointer}`;
  return `${message}${place}.${rule.startsWith("json.") ? ` ${rules[rule].explanation}` : ""}`;
}

function rejectJson(rule: RuleId, pointer = ""): { problems: [Problem] } {
  return { problems: [problem(rule, pointer)] };
}

function pointerTo(levels: readonly Level[]): string {
  let pointer = "";
  for (const { step } of levels) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

type ScanResult =
  | { destinationSpan: [number, number] | undefined; problems: Problem[] }
  | { rule: RuleId; pointer: string };

/**
 * What the scan looks for holds of well-formed text; of any other it only has to end, for
 * `JSON.parse` refuses it.
 */
function scan(text: string, depth: number): ScanResult {
  const levels: Level[] = [];
  const problems: Problem[] = [];
  let level: Level | undefined;
  let span: [number, number] | undefined;
  let spanStart = -1;
  let valueEnd = -1;
  let comma = -1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const close = endOfString(text, at);
        const inner = text.slice(at + 1, close);
        const plain = close < text.length && !inner.includes("\\");
        if (level?.naming) {
          const name = plain ? inner : unescape(text.slice(at, close + 1));
          if (level.names?.add(name) === false) {
            level.step = name;
            return { rule: "json.duplicate", pointer: pointerTo(levels) };
          }
          // A name that cannot be sent would make the pointer one too, so its object is pointed at.
          if (!plain && !isSendable(name)) problems.push(unsendable(levels.slice(0, -1)));
          level.step = plain ? name : name.replace(/\0|\p{Surrogate}/gu, "\ufffd");
          level.naming = false;
          if (levels.length === 1 && name === "destination") spanStart = at;
        } else if (!plain && !isSendable(unescape(text.slice(at, close + 1))))
          problems.push(unsendable(levels));
        at = close;
        break;
      }
      case 0x7b:
      case 0x5b: {
        const object = text.charCodeAt(at) === 0x7b;
        if (levels.length === depth) return { rule: "json.depth", pointer: pointerTo(levels) };
        level = { names: object ? new Names() : undefined, step: object ? "" : 0, naming: object };
        levels.push(level);
        break;
      }
      case 0x7d:
      case 0x5d:
        if (levels.length === 1 && spanStart >= 0 && !span)
          span = [comma >= 0 ? comma : spanStart, valueEnd >= 0 ? valueEnd : at];
        levels.pop();
        level = levels.at(-1);
        if (levels.length === 1 && level?.step === "destination") valueEnd = at + 1;
        break;
      case 0x2c:
        if (!level) break;
        if (level.names) level.naming = true;
        else level.step = Number(level.step) + 1;
        if (levels.length !== 1) break;
        if (spanStart < 0) comma = at;
        else span ??= [spanStart, at + 1];
        break;
      default:
    }
  }
  return { destinationSpan: span, problems };
}

function unescape(literal: string): string {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : literal;
  } catch {
    return literal;
  }
}

function unsendable(levels: readonly Level[]): Problem {
  const name = levels.findLast(({ step }) => typeof step === "string")?.step ?? "body";
  return problem("text.characters", pointerTo(levels), { name });
}
