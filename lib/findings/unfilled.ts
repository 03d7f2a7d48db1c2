import type { SharedText } from "@/lib/compose/shared-text";
import type { PushRequestInput } from "@/lib/interface/request";
import { columnFor, type ValueChoices } from "@/lib/plan/own-values";
import { placeholderOf, placeholdersIn } from "@/lib/template/placeholder";
import type { Doubt } from "./doubt";
import { textsOf } from "./texts";

/**
 * Placeholders that nothing fills: without a template a column of the chosen list does, or a
 * default. They are shown just as they are written, which hardly anybody means; nor does who writes
 * a dollar sign before one. Each name is reported once, in titles and texts before other places.
 *
 * @param list the one that it goes to, when one is chosen
 * @param choices where values come from
 */
export function unfilledDoubts(
  { message, channels }: PushRequestInput,
  shared: SharedText,
  list?: Columns,
  choices: ValueChoices = {},
): Doubt[] {
  const isFilled = (name: string) =>
    Object.hasOwn(choices.defaults ?? {}, name) ||
    list?.parameters.includes(columnFor(name, list.parameters, choices)) === true;
  if (message !== undefined) return [];
  const doubts = new Map<string, Doubt>();
  for (const { pointer, text, part } of textsOf(channels?.push)) {
    const add = (name: string, headline: string, why: string) => {
      if (doubts.has(name)) return;
      const ofAll = part !== undefined && shared[part] === text;
      doubts.set(name, {
        pointer,
        headline,
        text: why,
        rule: "text.unfilled",
        ...(ofAll && { part }),
      });
    };
    for (const name of placeholdersIn(text))
      if (!isFilled(name))
        add(name, `${placeholderOf(name)} is shown as written`, whyNot(name, list));
    for (const [, name = ""] of text.matchAll(escaped))
      if (isFilled(name))
        add(
          name,
          `$${placeholderOf(name)} is shown as ${placeholderOf(name)}`,
          `Two dollar signs stand for one, and what follows is not filled in. Put a space between them to show a dollar sign and then the value.`,
        );
  }
  return [...doubts.values()];
}

const escaped = /\$\$\{([A-Za-z0-9_]+)\}/g;

/** A list with its columns, or a segment with the attributes of users. */
interface Columns {
  name: string;
  parameters: readonly string[];
  /** Present of a segment. */
  segment?: object;
}

function whyNot(name: string, list: Columns | undefined): string {
  if (list?.segment)
    return list.parameters.length === 0
      ? "Users have no attributes yet. Enter a default for it under Values."
      : `Users have no attribute called ${name}, but ${new Intl.ListFormat("en").format(list.parameters)}. Choose one of them, or enter a default, under Values.`;
  if (!list)
    return `Enter a default for it under Values, or use a list with a column named ${name}.`;
  if (list.parameters.length === 0)
    return `The list “${list.name}” has no columns for values. Enter a default for it under Values.`;
  return `The list “${list.name}” has no column called ${name}, but ${new Intl.ListFormat("en").format(list.parameters)}. Choose one of them, or enter a default, under Values.`;
}
