import { characterName, halfWidth, isInvisible } from "./character-name";

/** Where a text stops being JSON, and what should stand there. */
export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** In words, after "expected". */
  expected: string;
  /** What stands there instead, where a person may not see it, or may take it for JSON. */
  actual?: { name: string; remedy: string };
}

const space = /[ \t\n\r]*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
// oxlint-disable-next-line no-control-regex -- JSON takes none of them in a string
const inString = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Finds the first place at which a text is no JSON (RFC 8259); undefined where all of it is.
 * Without recursion, and linear in the text.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const fault = faultIn(text);
  if (!fault) return undefined;
  const before = text.slice(0, fault.at).split("\n");
  const second = fault.expected === nothing && /[{["]/.test(text.charAt(fault.at));
  const actual = second
    ? { name: "a second document", remedy: "Use one document at a time." }
    : actualAt(text, fault.at);
  return {
    line: before.length,
    column: (before.at(-1) ?? "").length + 1,
    expected: fault.expected,
    ...(actual && { actual }),
  };
}

/**
 * "Line 12, column 3: expected a comma, not a no-break space (U+00A0). Replace it with a plain
 * space."
 */
export function faultSentence(fault: JsonFault): string {
  const words = faultWords(fault);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.${fault.actual ? ` ${fault.actual.remedy}` : ""}`;
}

/**
 * "line 12, column 3: expected a comma, not a no-break space (U+00A0)": {@link faultSentence}
 * inside a sentence, without the remedy.
 */
export function faultWords({ line, column, expected, actual }: JsonFault): string {
  return `line ${line}, column ${column}: expected ${expected}${actual ? `, not ${actual.name}` : ""}`;
}

/** Expected behind the end of a document. */
const nothing = "the end";
const straightQuotes = "Use straight double quotes.";
const quotes = /^[\u2018-\u201f\u2033\u00ab\u00bb\u300c\u300d`\u00b4]/;

/** What programs and people write that JSON does not have. The first that fits counts. */
const mistakes: readonly { at: RegExp; name: string; remedy: string }[] = [
  { at: /\/[/*]|#|<!--/y, name: "a comment", remedy: "JSON has no comments: remove it." },
  {
    at: /<(?:!doctype|\?xml|[a-z])/iy,
    name: "HTML or XML",
    remedy: "This is a page, not JSON: copy the JSON itself.",
  },
  { at: /'/y, name: "a single quote", remedy: straightQuotes },
  { at: /True(?!\w)/y, name: "True of Python", remedy: "Write true." },
  { at: /False(?!\w)/y, name: "False of Python", remedy: "Write false." },
  { at: /None(?!\w)/y, name: "None of Python", remedy: "Write null." },
  { at: /undefined(?!\w)/y, name: "undefined", remedy: "Write null, or leave the member out." },
  {
    at: /[+-]?(?:NaN|Infinity)(?!\w)/y,
    name: "NaN or Infinity",
    remedy: "JSON has no such number: write null, or a string.",
  },
  { at: /\+\d/y, name: "a plus sign", remedy: "Remove it." },
  { at: /-?0\d/y, name: "a number that begins with 0", remedy: "Remove the 0, or write a string." },
  { at: /,/y, name: "an extra comma", remedy: "Remove it." },
  {
    at: /[a-zA-Z_$][\w$]*(?=\s*:)/y,
    name: "a name without quotes",
    remedy: "Put it in double quotes.",
  },
];

function actualAt(text: string, at: number): JsonFault["actual"] {
  const point = text.codePointAt(at);
  if (point === undefined) return undefined;
  const character = String.fromCodePoint(point);
  const name = characterName(character);
  if (text.startsWith("```", at))
    return { name: "a fence of Markdown", remedy: "Copy only what stands between the fences." };
  if (quotes.test(character)) return { name, remedy: straightQuotes };
  const half = halfWidth(character);
  if (half !== undefined) return { name, remedy: `Use the plain ${half}.` };
  if (isInvisible(character))
    return {
      name,
      remedy: /\p{Z}|\u0085/u.test(character) ? "Replace it with a plain space." : "Remove it.",
    };
  if (/[\n\r\t]/.test(character)) {
    const escape = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character] ?? "";
    return {
      name,
      remedy: `Write it as ${escape} inside a string, or close the string before it.`,
    };
  }
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return { name, remedy: "Remove it." };
  if (/[}\]]/.test(character) && /,[ \t\n\r]*$/.test(text.slice(Math.max(0, at - spaceBefore), at)))
    return { name: `${character} after a comma`, remedy: "Remove the comma before it." };
  const mistake = mistakes.find(({ at: pattern }) => {
    pattern.lastIndex = at;
    return pattern.test(text);
  });
  if (mistake) return { name: mistake.name, remedy: mistake.remedy };
  return point < 0x80
    ? undefined
    : {
        name,
        remedy: /\p{L}/u.test(character)
          ? "Put text in double quotes."
          : "JSON is written in ASCII here: replace it.",
      };
}

/** White space before a closing bracket in which its comma is looked for, in UTF-16 units. */
const spaceBefore = 1_000;

/** A curly quote behind which JSON would go on, had it closed the string. */
const curlyEnd = /[\u201c-\u201f\u00bb](?=\s*(?:[:,}\]]|$))/;

type Expectation = "value" | "first element" | "name" | "first name" | "comma";

function faultIn(text: string): { at: number; expected: string } | undefined {
  const open: ("{" | "[")[] = [];
  let next: Expectation = "value";
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length;
  };
  /** A string whose first quote is next; what is wrong in it. */
  const string = () => {
    const begin = at;
    at += 1;
    // Piece by piece: one pattern for all of them overflows the stack of the matcher.
    while (skip(inString) > 0);
    if (text[at] === "\\") return "an escape such as \\n";
    if (text[at] !== '"') {
      // A string that a curly quote was to close goes on behind it.
      const curly = text.slice(begin, at).search(curlyEnd);
      if (curly !== -1) at = begin + curly;
      return "a closing quote";
    }
    at += 1;
    return undefined;
  };
  for (;;) {
    skip(space);
    const sign = text[at];
    const around = open.at(-1);
    if (next === "comma") {
      if (around === undefined) return sign === undefined ? undefined : { at, expected: nothing };
      if (sign !== "," && sign !== closing[around])
        return { at, expected: sign === undefined ? `a closing ${closing[around]}` : "a comma" };
      at += 1;
      if (sign === ",") next = around === "{" ? "name" : "value";
      else open.pop();
    } else if (
      (next === "first name" && sign === "}") ||
      (next === "first element" && sign === "]")
    ) {
      at += 1;
      open.pop();
      next = "comma";
    } else if (next === "name" || next === "first name") {
      if (sign !== '"') return { at, expected: "a name in double quotes" };
      const wrong = string();
      if (wrong !== undefined) return { at, expected: wrong };
      skip(space);
      if (text[at] !== ":") return { at, expected: "a colon" };
      at += 1;
      next = "value";
    } else if (sign === "{" || sign === "[") {
      at += 1;
      open.push(sign);
      next = sign === "{" ? "first name" : "first element";
    } else {
      const wrong = sign === '"' ? string() : skip(literal) === 0 ? "a value" : undefined;
      if (wrong !== undefined) return { at, expected: wrong };
      next = "comma";
    }
  }
}

const closing = { "{": "}", "[": "]" } as const;
