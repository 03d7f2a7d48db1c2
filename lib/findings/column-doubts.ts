import { columnFor } from "@/lib/plan/own-values";
import type { TemplateParameter } from "@/lib/template/parameters";
import type { Doubt } from "./doubt";

/**
 * Returns a doubt for each parameter of a template for which all recipients of a list would get the
 * default although the user did not choose it: the list has columns, but none for the parameter. A
 * parameter with a value, or with "no column" chosen, is intended and has no doubt.
 */
export function columnDoubts(
  parameters: readonly TemplateParameter[],
  list: { name: string; parameters: readonly string[]; segment?: object },
  values: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, string>> = {},
): Doubt[] {
  if (list.parameters.length === 0) return [];
  return parameters
    .filter(
      ({ name, required }) =>
        !required &&
        !Object.hasOwn(values, name) &&
        !list.parameters.includes(columnFor(name, list.parameters, { columns })),
    )
    .filter(({ name }) => columns[name] !== "")
    .map(({ name, default: otherwise = "" }) => ({
      pointer: `/message/parameters/${name}`,
      headline: `All recipients get the same ${name}`,
      text: `${list.segment ? "Users have no attribute" : `The list “${list.name}” has no column`} for ${name}, so it is ${otherwise === "" ? "left empty" : `“${otherwise}”`} for all. Choose ${list.segment ? "an attribute" : "a column"}, enter a value, or confirm that this is intended.`,
    }));
}
