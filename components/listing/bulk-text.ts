import type { SelectableRow } from "./selection";

/** A row to which it was not done, and why: a sentence. */
export interface Left extends SelectableRow {
  why: string;
}

const mostNames = 3;

/** Why it was not done to some, one line a reason: "Spring, Summer and 2 more: It is scheduled." */
export function reasonsText(left: readonly Left[]): string {
  const names = new Map<string, string[]>();
  for (const { name, why } of left) names.set(why, [...(names.get(why) ?? []), name]);
  return [...names]
    .map(([why, of]) => {
      const more = of.length - mostNames;
      return `${of.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${why}`;
    })
    .join("\n");
}
