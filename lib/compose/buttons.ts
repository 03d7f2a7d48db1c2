import {
  categories,
  captionOf,
  identifiersOf,
  isCategory,
  secondDismisses,
  type Category,
} from "@/lib/interface/categories";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isObject, textIn, textsIn } from "@/lib/interface/value-shape";

export type Interactive = NonNullable<PushBlocksInput["interactive"]>;
type Button = NonNullable<Interactive["actions"]>[number];

/** A category as its buttons look. */
export interface Choice {
  category: Category;
  captions: readonly string[];
}

/** The 17 categories by what their buttons say, pairs and singles. */
export const choices: readonly Choice[] = categories.map((category) => ({
  category,
  captions: identifiersOf(category).map(captionOf),
}));

/** The category of a block when it is one of the 17. */
export function categoryOf(interactive: Interactive | undefined): Category | undefined {
  const named = textIn(interactive?.category);
  return isCategory(named) ? named : undefined;
}

/** Where the buttons are shown, in lower case. */
export function deviceTypesOf(value: unknown): string[] {
  return textsIn(value).map((type) => type.toLowerCase());
}

function buttonsIn(interactive: Interactive | undefined): Button[] {
  const actions: unknown = interactive?.actions;
  return Array.isArray(actions)
    ? (actions.filter((one) => isObject(one)) as unknown as Button[])
    : [];
}

function posOf({ pos }: Button): number {
  return typeof pos === "number" || typeof pos === "string" ? Number(pos) : Number.NaN;
}

/**
 * The buttons of a category: one for each position, keeping what was written for a position before
 * (contract 5).
 */
export function withCategory(
  before: Interactive | undefined,
  category: Category,
  platforms: readonly ("android" | "ios")[],
): Interactive {
  const existingButtons = buttonsIn(before);
  const actions = identifiersOf(category).map((_, index): Button => {
    const pos = (index + 1) as 1 | 2;
    const old = existingButtons.find((button) => posOf(button) === pos);
    const { action, value } = old ?? {};
    const custom = index === 1 && secondDismisses(category) ? { action: "DISMISS" } : {};
    return {
      pos,
      ...custom,
      ...(action === undefined ? {} : { action }),
      ...(value === undefined ? {} : { value }),
    };
  });
  return {
    ...before,
    category,
    device_types: Array.isArray(before?.device_types) ? before.device_types : [...platforms],
    actions,
  };
}

/**
 * Describes the parts of an imported block that this editor would not create, one sentence each.
 */
export function oddities(interactive: Interactive): string[] {
  const sentences: string[] = [];
  const named = textIn(interactive.category);
  const actions = buttonsIn(interactive);
  const category = categoryOf(interactive);
  if (named !== "" && !category)
    sentences.push(`“${named}” is not one of the 17 categories. Choose one below.`);
  if (!category) return sentences;
  const identifiers = identifiersOf(category);
  if (actions.length !== identifiers.length)
    sentences.push(
      `This category has ${identifiers.length === 1 ? "one button" : "two buttons"}, but ${actions.length} came in.`,
    );
  for (const button of actions) {
    const derived = identifiers[posOf(button) - 1];
    const identifier = textIn(button.identifier);
    if (identifier !== "" && derived !== undefined && identifier !== derived)
      sentences.push(
        `Button ${posOf(button)} came in with the identifier ${identifier}; by custom it is ${derived}.`,
      );
  }
  return sentences;
}
