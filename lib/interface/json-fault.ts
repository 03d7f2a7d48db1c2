/** Where a text stops being JSON, and what should stand there. */
export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** In words, after "expected". */
  expected: string;
}

const space = /[ \t\n\r]*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
// oxlint-disable-next-line no-control-regex -- JSON takes none of them in a string
const inString = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Finds the first place at which a text is no JSON (RFC 8259); undefined where all of it is. Without recursion, and linear in the text. */
export function jsonFault(text: string): JsonFault | undefined {
  const found = faultIn(text);
  if (!found) return undefined;
  const before = text.slice(0, found.at).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, expected: found.expected };
}

/** "Line 12, column 3: expected a comma." */
export function faultSentence({ line, column, expected }: JsonFault): string {
  return `Line ${line}, column ${column}: expected ${expected}.`;
}

type Expected = "value" | "first element" | "name" | "first name" | "comma";

function faultIn(text: string): { at: number; expected: string } | undefined {
  const open: ("{" | "[")[] = [];
  let next: Expected = "value";
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length;
  };
  /** A string whose first quote is next; what is wrong in it. */
  const string = () => {
    at += 1;
    // Piece by piece: one pattern for all of them overflows the stack of the matcher.
    while (skip(inString) > 0);
    if (text[at] !== '"') return text[at] === "\\" ? "an escape such as \\n" : "a closing quote";
    at += 1;
    return undefined;
  };
  for (;;) {
    skip(space);
    const sign = text[at];
    const around = open.at(-1);
    if (next === "comma") {
      if (around === undefined) return sign === undefined ? undefined : { at, expected: "nothing more" };
      if (sign !== "," && sign !== closing[around])
        return { at, expected: sign === undefined ? `a closing ${closing[around]}` : "a comma" };
      at += 1;
      if (sign === ",") next = around === "{" ? "name" : "value";
      else open.pop();
    } else if ((next === "first name" && sign === "}") || (next === "first element" && sign === "]")) {
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
