import type { z } from "zod";

/** What a server action answers: a value, or why not in a sentence for the person who asked. */
export type Answer<T> = { ok: true; value: T } | { ok: false; message: string };

/** More than the largest call has: 2,000 recipients with 20 values each. */
const mostValues = 150_000;
/** The interface's 32 levels, below the argument that holds them. */
const deepest = 40;

/**
 * Reads the arguments of a server action. They come over the line and may be anything: of another type, far too deep, or objects that hold one another.
 * What cannot be read is answered with a sentence that names it; nothing is made to fit.
 *
 * @param given the arguments by name
 */
export function readArguments<S extends z.ZodType>(schema: S, given: Record<string, unknown>): Answer<z.output<S>> {
  if (!isPlain(given)) return { ok: false, message: "This is not what the console sends. Load the page again." };
  const parsed = schema.safeParse(given);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, message: sentenceOf(parsed.error) };
}

/**
 * What is wrong first, with its place: "Recipient 3, id: must not be empty."
 *
 * @param what is read; left out where the path alone says it
 */
export function sentenceOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }, what?: string): string {
  const [issue] = error.issues;
  const steps = [...(what === undefined ? [] : [what]), ...(issue?.path ?? [])];
  const place = steps.reduce<string>(
    (before, step) => (typeof step === "number" ? `${before} ${step + 1}` : before === "" ? String(step) : `${before}, ${String(step)}`),
    "",
  );
  // What zod says by itself speaks of types; nobody who uses the console can bring it about.
  const told = issue === undefined || /^(Invalid|Unrecognized|Too) /.test(issue.message) ? "cannot be read" : issue.message;
  const message = told.replace(/\.$/, "");
  return `${place === "" ? "" : `${place}: `}${message}.`;
}

/** Whether a value is what JSON can say, `undefined` aside, of a size that is worth reading. What is reached twice counts twice. */
function isPlain(given: unknown): boolean {
  const left: { value: unknown; depth: number }[] = [{ value: given, depth: 0 }];
  let values = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    values += 1;
    if (typeof value === "number" ? !Number.isFinite(value) : !["string", "boolean", "undefined", "object"].includes(typeof value))
      return false;
    if (typeof value !== "object" || value === null) continue;
    const members = membersOf(value);
    if (!members || depth === deepest || values + left.length + members.length > mostValues) return false;
    for (const member of members) left.push({ value: member, depth: depth + 1 });
  }
  return true;
}

function membersOf(value: object): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : undefined;
}
