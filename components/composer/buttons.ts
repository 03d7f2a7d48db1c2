import { categories, captionOf, identifiersOf, secondDismisses, type Category } from "@/lib/interface/categories";
import type { PushBlocksInput } from "@/lib/interface/request";

export type Interactive = NonNullable<PushBlocksInput["interactive"]>;
type Button = NonNullable<Interactive["actions"]>[number];

/** A category as its buttons look. */
export interface Choice {
  category: Category;
  captions: readonly string[];
}

/** The 17 categories by what their buttons say, pairs and singles. */
export const choices: readonly Choice[] = categories.map((category) => ({ category, captions: identifiersOf(category).map(captionOf) }));

/** The buttons of a category: one for each position, keeping what was written for a position before (contract 5). */
export function withCategory(before: Interactive | undefined, category: Category, platforms: readonly ("android" | "ios")[]): Interactive {
  const written = before?.actions ?? [];
  const actions = identifiersOf(category).map((_, index): Button => {
    const pos = (index + 1) as 1 | 2;
    const old = written.find((button) => Number(button.pos) === pos);
    const { action, value } = old ?? {};
    const custom = index === 1 && secondDismisses(category) ? { action: "DISMISS" } : {};
    return { pos, ...custom, ...(action === undefined ? {} : { action }), ...(value === undefined ? {} : { value }) };
  });
  return { ...before, category, device_types: before?.device_types ?? [...platforms], actions };
}

/** What an imported block has that this editor would not have made, in words; empty when nothing. */
export function oddities(interactive: Interactive): string[] {
  const told: string[] = [];
  const { category, actions = [] } = interactive;
  const known = categories.find((name) => name === category);
  if (category !== undefined && category !== "" && !known) told.push(`“${category}” is none of the 17 categories. Choose one below.`);
  if (!known) return told;
  const identifiers = identifiersOf(known);
  if (actions.length !== identifiers.length)
    told.push(`This category has ${identifiers.length === 1 ? "one button" : "two buttons"}, but ${actions.length} came in.`);
  for (const button of actions) {
    const derived = identifiers[Number(button.pos) - 1];
    if (button.identifier && derived !== undefined && button.identifier !== derived)
      told.push(`Button ${String(button.pos)} came in with the identifier ${button.identifier}; by custom it is ${derived}.`);
  }
  return told;
}
