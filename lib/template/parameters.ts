import { z } from "zod";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { isSendable, unsendable } from "@/lib/interface/text";
import { exampleDate, formatRule, isDateFormat, mostFormat } from "./date-format";
import { misfitOf, parameterTypes } from "./parameter-value";
import { isParameterName } from "./placeholder";
import { eachOnce, mostValueBytes, templateText } from "./text";

/** A parameter as its author declares it (contract 6). */
export const templateParameterSchema = z.object({
  name: z
    .string()
    .max(64)
    .refine(isParameterName, "letters, digits and _")
    .describe("Name, as in ${name}: letters, digits and _."),
  type: z.enum(parameterTypes).default("text").describe("Type of the values."),
  choices: z
    .array(templateText.min(1, "must hold no empty value"))
    .min(1, "must list at least one value")
    .max(100, "must list at most 100 values")
    .optional()
    .describe("The values of a choice; only for that type."),
  format: z
    .string()
    .max(mostFormat)
    .refine(isSendable, unsendable)
    .refine(isDateFormat, `must ${formatRule}`)
    .optional()
    .describe(
      "How texts show a date, for no other type: dd.MM.yyyy, d MMMM yyyy, 'on' EEEE. Names are those of the language that is sent. As it was given when left out.",
    ),
  required: z.boolean().default(false).describe("Whether a request must give a value."),
  default: templateText
    .optional()
    .describe(
      "Value if a request gives none; if left out, an empty text. A required parameter has no default.",
    ),
  maxLength: z
    .int()
    .min(1)
    .max(mostValueBytes)
    .optional()
    .describe("Maximum size of a value, in bytes of UTF-8."),
  sample: templateText.default("").describe("Value for previews."),
  description: templateText.default("").describe("What the value means."),
});

export type TemplateParameter = z.output<typeof templateParameterSchema>;

/** Parameters of one template at most. */
export const mostParameters = 100;

/** The parameters of a template: each name once, defaults and samples that the parameter takes. */
export const templateParametersSchema = z
  .array(templateParameterSchema)
  .max(mostParameters)
  .superRefine(eachOnce("name", (name) => `parameter '${name}' is declared twice`))
  .superRefine((parameters, ctx) => {
    parameters.forEach((parameter, index) => {
      for (const [member, message] of doubtsOf(parameter))
        ctx.addIssue({ code: "custom", path: [index, member], message });
    });
  });

/** What does not go together in one declaration, by the member that has to change. */
function doubtsOf(
  parameter: TemplateParameter,
): [member: "choices" | "format" | "default" | "sample", message: string][] {
  const { type, choices, format, required, default: otherwise, sample } = parameter;
  const doubts: ReturnType<typeof doubtsOf> = [];
  if (type === "choice" && choices === undefined)
    doubts.push(["choices", "must list the values to choose from"]);
  else if (type !== "choice" && choices !== undefined)
    doubts.push(["choices", "is for the type choice only"]);
  else if (new Set(choices).size < (choices?.length ?? 0))
    doubts.push(["choices", "must list each value once"]);
  if (type !== "date" && format !== undefined) doubts.push(["format", "is for the type date only"]);
  if (required && otherwise !== undefined)
    doubts.push(["default", "must be left out: a required parameter has no default"]);
  // Without choices no value is one of them, and that they are missing is said already.
  if (doubts.length > 0 || choices?.length === 0) return doubts;
  const declaredValues = { default: otherwise, sample: sample === "" ? undefined : sample };
  for (const member of ["default", "sample"] as const) {
    const value = declaredValues[member];
    const misfit = value === undefined ? undefined : misfitOf(parameter, value);
    if (misfit?.kind === "type") doubts.push([member, `must be ${misfit.expected}`]);
    else if (misfit)
      doubts.push([member, `takes at most ${misfit.limit} bytes, but has ${misfit.bytes}`]);
  }
  return doubts;
}

/**
 * The value of every declared parameter for one request, or what is wrong with those given: a
 * required one missing and a name that is not declared are 7121, a wrong type and one too long 7004
 * (contract 2 and 6). An optional one takes its default, else `""`.
 */
export function readParameters(
  declared: readonly TemplateParameter[],
  input: Readonly<Record<string, string>> = {},
): { values: ReadonlyMap<string, string>; problems: Problem[] } {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const at = (name: string) => pointerOf(["message", "parameters", name]);
  const names = new Set(declared.map(({ name }) => name));
  for (const name of Object.keys(input))
    if (!names.has(name)) problems.push(problem("template.parameter.unknown", at(name)));
  for (const parameter of declared) {
    const { name, required, default: fallback } = parameter;
    const own = Object.hasOwn(input, name) ? input[name] : undefined;
    if (own === undefined && required)
      problems.push(problem("template.parameter.required", at(name)));
    const misfit = own === undefined ? undefined : misfitOf(parameter, own);
    if (misfit?.kind === "type")
      problems.push(
        problem("template.parameter.type", at(name), { name, expected: misfit.expected }),
      );
    else if (misfit)
      problems.push(
        problem("template.parameter.length", at(name), {
          name,
          limit: misfit.limit,
          // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
          found: misfit.bytes,
        }),
      );
    values.set(name, own ?? fallback ?? "");
  }
  return { values, problems };
}

/**
 * Returns values for a preview: each parameter's sample, else its default, else what its type
 * takes, a text its own name. A sample or default that it does not take is passed over.
 */
export function sampleValues(declared: readonly TemplateParameter[]): Record<string, string> {
  return Object.fromEntries(
    declared.map((one) => {
      const fits = (value: string | undefined) =>
        value !== undefined && misfitOf(one, value) === undefined;
      const value = [one.sample === "" ? undefined : one.sample, one.default].find(fits);
      return [one.name, value ?? exampleOf(one)];
    }),
  );
}

function exampleOf({ name, type, choices, maxLength }: TemplateParameter): string {
  const examples = {
    text: name,
    number: "1",
    url: "https://example.com/",
    date: exampleDate,
    choice: choices?.[0] ?? name,
  };
  const whole = examples[type];
  // A name may be longer than the parameter's values.
  return type === "text" && maxLength !== undefined ? whole.slice(0, maxLength) : whole;
}
