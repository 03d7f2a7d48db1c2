import { readFileSync } from "node:fs";

const types = ["feat", "fix", "perf", "refactor", "test", "docs", "build"];
/** Changes that need a reason: what they do cannot say why. */
const withReason = ["feat", "fix", "perf", "refactor"];
const longestSubject = 72;

/**
 * Checks a message of a commit against CONTRIBUTING.md.
 *
 * @param {string} text
 * @returns {string[]} what is wrong, a sentence each
 */
export function messageProblems(text) {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const [subject = "", ...rest] = lines.join("\n").trim().split("\n");
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  const [, type = ""] = /^([a-z]+)(?:\([a-z0-9-]+\))?!?: \S/.exec(subject) ?? [];
  const problems = [];
  if (!types.includes(type))
    problems.push(
      `The subject must begin with a type, such as "fix(composer): …": ${types.join(", ")}.`,
    );
  if (subject.length > longestSubject)
    problems.push(
      `The subject has ${subject.length} characters; at most ${longestSubject} are shown in a list.`,
    );
  if (rest.length > 0 && rest[0] !== "") problems.push("An empty line must follow the subject.");
  if (withReason.includes(type) && rest.join("").trim() === "")
    problems.push("The body must say why, with the figure where there is one.");
  return problems;
}

if (process.argv[2] !== undefined) {
  const problems = messageProblems(readFileSync(process.argv[2], "utf8"));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
