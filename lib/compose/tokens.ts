import { jsonIn } from "@/lib/interface/value-shape";

/**
 * Identifiers in a text that was typed or pasted: one a line, or separated by commas, semicolons or
 * spaces; a JSON array of strings; in double quotes when an identifier holds a space. A JSON object
 * is one identifier: a browser's whole subscription may stand for its push id.
 */
export function parseTokens(text: string): string[] {
  const trimmed = text.trim();
  const json = readJson(trimmed);
  if (Array.isArray(json))
    return json.flatMap((item) =>
      typeof item === "string" ? trimmedTokens(item) : [JSON.stringify(item)],
    );
  if (typeof json === "object" && json !== null) return [trimmed];
  const tokens: string[] = [];
  for (const line of trimmed.split(/[\r\n]+/)) {
    const whole = line.trim().replace(/[,;]$/, "");
    if (typeof readJson(whole) === "object") tokens.push(...trimmedTokens(whole));
    else
      for (const [, quoted, bare] of whole.matchAll(/"([^"]*)"|([^\s,;"]+)/g))
        tokens.push(...trimmedTokens(quoted ?? bare ?? ""));
  }
  return tokens;
}

/** Adds identifiers behind those that are there, each once. Returns how many were there already. */
export function addTokens(
  present: readonly string[],
  added: readonly string[],
): { tokens: string[]; repeats: number } {
  const tokens = [...new Set([...present, ...added])];
  return { tokens, repeats: present.length + added.length - tokens.length };
}

function trimmedTokens(token: string): string[] {
  const trimmed = token.trim();
  return trimmed === "" ? [] : [trimmed];
}

function readJson(text: string): unknown {
  return /^[[{]/.test(text) ? jsonIn(text) : undefined;
}
