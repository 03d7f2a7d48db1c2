import { templateParametersSchema, type TemplateParameter } from "@/lib/template/parameters";
import type { Doubt } from "./doubt";

const members: Readonly<Record<string, string>> = {
  name: "name",
  choices: "choices",
  default: "default",
  sample: "sample",
  maxLength: "maximum length",
  format: "date format",
  description: "description",
};

/** A doubt of {@link parameterDoubts} in one sentence, which names its parameter. */
export function faultSentence({ headline, text }: Doubt): string {
  return `${headline}: ${text}`;
}

/**
 * What keeps the parameters of a template from being published (contract 6), one error for each
 * parameter and member.
 */
export function parameterDoubts(parameters: readonly TemplateParameter[]): Doubt[] {
  const read = templateParametersSchema.safeParse(parameters);
  return (read.error?.issues ?? []).flatMap(({ path: [index, member], message }) => {
    const name = parameters[Number(index)]?.name;
    if (name === undefined) return [];
    return [
      {
        severity: "error" as const,
        pointer: `/message/parameters/${name}`,
        headline: `Parameter “${name}” cannot be published`,
        text: `The ${members[String(member)] ?? "parameter"} ${message}.`,
      },
    ];
  });
}
