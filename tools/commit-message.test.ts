import { describe, expect, it } from "vitest";
import { messageProblems } from "./commit-message.mjs";

describe("the message of a commit", () => {
  it.each([
    "fix(composer): leave users without a device out of the device count\n\nThey were counted twice.",
    "feat(database)!: run a server of our own\n\nWhy.\n# a comment of Git's",
    "docs: say it",
    "test(apps): ask\n",
    "Merge branch 'x'",
  ])("is accepted: %j", (text) => expect(messageProblems(text)).toEqual([]));

  it.each([
    ["Count nobody twice", ["type"]],
    [`docs: ${"x".repeat(70)}`, ["76 characters"]],
    ["fix: mend it", ["say why"]],
    ["fix: mend it\nwhy", ["empty line"]],
    ["chore: tidy\n", ["type"]],
  ])("is refused: %j", (text, words) => {
    const problems = messageProblems(text);
    expect(problems).toHaveLength(words.length);
    words.forEach((word, n) => expect(problems[n]).toContain(word));
  });
});
