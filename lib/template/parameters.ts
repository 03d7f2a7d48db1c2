import { z } from "zod";

import { pointerOf } from "@/lib/interface/pointer";
import { problem } from "@/lib/interface/problem";
import type { Problem } from "@/lib/interface/problem";
import { isSendable, unsendable } from "@/lib/interface/text";

import { isParameterName } from "./placeholder";

const written = z.string().max(4_096).refine(isSendable, unsendable);

/** A parameter as it is declared on a template (contract 6). */
export const templateParameterSchema = z.object({
  name: z
    .string()
    .max(64)
    .refine(isParameterName, "letters, digits and _")
    .describe("Name as it stands in ${name}: letters, digits and _."),
  required: z.boolean().default(false).describe("Whether a request must give a value."),
  default: written.optional().describe("Value when a request gives none; an empty text when left out."),
  maxLength: z.int().min(1).max(4_096).optional().describe("Characters (code points) of a value at most."),
  sample: written.default("").describe("Value for previews."),
  description: written.default("").describe("What the value means."),
});
export type TemplateParameter = z.output<typeof templateParameterSchema>;

/** The parameters of one template: each name once. */
export const templateParametersSchema = z
  .array(templateParameterSchema)
  .max(100)
  .superRefine((parameters, ctx) => {
    const seen = new Set<string>();
    parameters.forEach(({ name }, index) => {
      if (seen.has(name)) ctx.addIssue({ code: "custom", path: [index, "name"], message: `parameter '${name}' is declared twice` });
      seen.add(name);
    });
  });

/** Characters of a text as a person counts them most nearly: code points. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * The value of every declared parameter for one request, or what is wrong with those given: a required one missing and
 * a name that is not declared are 7121, one too long 7004 (contract 2 and 6). An optional one takes its default, else `""`.
 */
export function readParameters(
  declared: readonly TemplateParameter[],
  given: Readonly<Record<string, string>> = {},
): { values: ReadonlyMap<string, string>; problems: Problem[] } {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const at = (name: string) => pointerOf(["message", "parameters", name]);
  const names = new Set(declared.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!names.has(name)) problems.push(problem("template.parameter.unknown", at(name)));
  for (const { name, required, default: fallback, maxLength } of declared) {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    if (own === undefined && required) problems.push(problem("template.parameter.required", at(name)));
    const found = own === undefined ? 0 : characters(own);
    if (maxLength !== undefined && found > maxLength)
      problems.push(problem("template.parameter.length", at(name), { name, limit: maxLength, found }));
    values.set(name, own ?? fallback ?? "");
  }
  return { values, problems };
}

/** Values for a preview: each parameter's sample, else its default, else its own name. */
export function sampleValues(declared: readonly TemplateParameter[]): Record<string, string> {
  return Object.fromEntries(declared.map(({ name, sample, default: fallback }) => [name, sample === "" ? (fallback ?? name) : sample]));
}
