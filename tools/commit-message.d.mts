/** Checks a message of a commit; returns what is wrong, a sentence each. */
export function messageProblems(text: string): string[];
