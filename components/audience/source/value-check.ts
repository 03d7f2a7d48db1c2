import { withoutEdges } from "@/lib/interface/text";
import { misfitOf } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";

/** A template that values of a file are checked against. */
export interface CheckedTemplate {
  templateId: string;
  name: string;
  parameters: readonly TemplateParameter[];
}

/** The names of all parameters of templates, each once. */
export function parametersOf(templates: readonly CheckedTemplate[]): string[] {
  return [...new Set(templates.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
}

/**
 * Why a template does not take a value, or the lack of one: in the words that follow its name.
 * Undefined when it does (contract 6).
 */
export function valueFault(
  parameter: TemplateParameter,
  value: string | undefined,
): string | undefined {
  if (value === undefined || withoutEdges(value) === "")
    return parameter.required ? "is missing" : undefined;
  const misfit = misfitOf(parameter, value);
  if (!misfit) return undefined;
  if (misfit.kind === "type") return `must be ${misfit.expected}`;
  return `is too long: ${misfit.bytes.toLocaleString("en")} of ${misfit.limit.toLocaleString("en")} bytes`;
}

/**
 * What the columns of a file are to a template: parameters that none of them has, and columns that
 * no parameter takes.
 */
export function columnFaults(
  template: CheckedTemplate,
  columns: readonly string[],
): { missing: string[]; required: string[]; unused: string[] } {
  const missing = template.parameters.filter(({ name }) => !columns.includes(name));
  return {
    missing: missing.filter(({ required }) => !required).map(({ name }) => name),
    required: missing.filter(({ required }) => required).map(({ name }) => name),
    unused: columns.filter((column) => !template.parameters.some(({ name }) => name === column)),
  };
}

/** The first line of a file of recipients for a template. */
export function headerFor(parameters: readonly { name: string }[]): string[] {
  return ["userid", ...parameters.map(({ name }) => name)];
}
