import type { AnswerProblem } from "@/lib/inputs/answer";
import { pointerOf } from "@/lib/interface/pointer";

/** More than the largest call has. */
const mostValues = 150_000;
/** The interface's 32 levels, below the argument that holds them. */
const deepest = 40;

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Problems reported at once at most. */
const mostListed = 20;

/**
 * What is wrong with an input, each with its place in words and as a pointer: "recipients 3, id:
 * must not be empty."
 */
export function inputProblems({ issues }: { issues: readonly Issue[] }): AnswerProblem[] {
  return issues
    .slice(0, mostListed)
    .map((issue) => ({ pointer: pointerOf(issue.path), message: sentenceOf(issue) }));
}

function sentenceOf(issue: Issue): string {
  const place = issue.path.reduce<string>(
    (before, step) =>
      typeof step === "number"
        ? `${before} ${step + 1}`
        : before === ""
          ? String(step)
          : `${before}, ${String(step)}`,
    "",
  );
  // Zod's own messages speak of types; input from the console cannot cause them.
  const issueText = /^(Invalid|Unrecognized|Too) /.test(issue.message)
    ? "cannot be read"
    : issue.message;
  const message = issueText.replace(/\.$/, "");
  return `${place === "" ? "" : `${place}: `}${message}.`;
}

/**
 * Whether a value that came over the line is what JSON can say, `undefined` aside, of a size that
 * is worth reading. What is reached twice counts twice.
 */
export function isPlain(input: unknown): boolean {
  const left: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  let values = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    values += 1;
    if (
      typeof value === "number"
        ? !Number.isFinite(value)
        : !["string", "boolean", "undefined", "object"].includes(typeof value)
    )
      return false;
    if (typeof value !== "object" || value === null) continue;
    const members = membersOf(value);
    if (!members || depth === deepest || values + left.length + members.length > mostValues)
      return false;
    for (const member of members) left.push({ value: member, depth: depth + 1 });
  }
  return true;
}

function membersOf(value: object): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : undefined;
}
