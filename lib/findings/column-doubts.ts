import { columnFor } from "@/lib/plan/own-values";
import type { TemplateParameter } from "@/lib/template/parameters";
import type { Doubt } from "./doubt";

/**
 * Parameters of a template that everybody on a list would get the default of, without anybody
 * having said so: the list has columns, and none for them. One for which "no column" was chosen, or
 * a value was written, is meant.
 */
export function columnDoubts(
  parameters: readonly TemplateParameter[],
  list: { name: string; parameters: readonly string[] },
  given: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, string>> = {},
): Doubt[] {
  if (list.parameters.length === 0) return [];
  return parameters
    .filter(
      ({ name, required }) =>
        !required &&
        !Object.hasOwn(given, name) &&
        !list.parameters.includes(columnFor(name, list.parameters, { columns })),
    )
    .filter(({ name }) => columns[name] !== "")
    .map(({ name, default: otherwise = "" }) => ({
      pointer: `/message/parameters/${name}`,
      headline: `All recipients get the same ${name}`,
      text: `The list “${list.name}” has no column for ${name}, so it is ${otherwise === "" ? "left empty" : `“${otherwise}”`} for all. Choose a column, enter a value, or confirm that this is intended.`,
    }));
}
