import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { textIn } from "@/lib/interface/value-shape";
import { shownValues } from "@/lib/template/date-format";
import { FilledTooLargeError, substitute } from "@/lib/template/placeholder";
import type { TemplateVersion } from "@/lib/template/resolve";
import { valueIn, type SharedPart } from "./shared-text";

/**
 * What a template says in a part where the message does not, with the values that the message has;
 * those it has not yet are shown as samples. "" where the template says nothing.
 *
 * @param platform `all` for the first platform that says something
 */
export function templateText(
  { blocks, parameters }: Pick<TemplateVersion, "blocks" | "parameters">,
  input: unknown,
  platform: Platform | "all",
  part: SharedPart,
): string {
  const pattern = (platform === "all" ? platforms : [platform])
    .map((one) => valueIn(blocks, one, part))
    .find((text) => text !== "");
  if (pattern === undefined) return "";
  const own = (input ?? {}) as Readonly<Record<string, unknown>>;
  const values = parameters.flatMap(
    ({ name, required, sample, default: otherwise = "" }): [string, string][] => {
      if (Object.hasOwn(own, name)) return [[name, textIn(own[name])]];
      // Without a sample its placeholder stays.
      return required ? (sample === "" ? [] : [[name, sample]]) : [[name, otherwise]];
    },
  );
  try {
    return substitute(pattern, shownValues(parameters, new Map(values), ""));
  } catch (error) {
    // What it says then is shown nowhere: it cannot be sent.
    if (error instanceof FilledTooLargeError) return pattern;
    throw error;
  }
}
