import { valueIn, type SharedText } from "@/lib/compose/shared-text";
import { platforms } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { placeholderOf, placeholdersIn } from "@/lib/template/placeholder";
import type { Doubt } from "./doubt";

/**
 * Placeholders in the titles and texts that nothing fills: without a template only a column of the chosen list does. They are shown just as they are written, which
 * hardly anybody means.
 *
 * @param list the one that it goes to, when one is chosen
 */
export function unfilledDoubts(
  { message, channels }: PushRequestInput,
  shared: SharedText,
  list?: { name: string; parameters: readonly string[] },
): Doubt[] {
  if (message !== undefined) return [];
  const found = new Map<string, Doubt>();
  for (const part of ["title", "text"] as const)
    for (const platform of platforms) {
      const text = valueIn(channels?.push, platform, part);
      for (const name of placeholdersIn(text)) {
        if (found.has(name) || list?.parameters.includes(name)) continue;
        found.set(name, {
          pointer: `/channels/push/${platform}/${part}`,
          headline: `${placeholderOf(name)} is shown just as it is written`,
          text: whyNot(name, list),
          rule: "text.unfilled",
          ...(shared[part] === text && { part }),
        });
      }
    }
  return [...found.values()];
}

function whyNot(name: string, list: { name: string; parameters: readonly string[] } | undefined): string {
  if (!list) return `Only a template fills it in, or a list of recipients with a column called ${name}.`;
  if (list.parameters.length === 0) return `The list “${list.name}” has no columns to fill it in from.`;
  return `The list “${list.name}” has no column called ${name}, but ${new Intl.ListFormat("en").format(list.parameters)}.`;
}
