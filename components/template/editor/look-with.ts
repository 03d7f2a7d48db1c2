import { declaredOf, longestValue, newParameter, type DraftParameter, type SampleSet } from "@/lib/compose/template-draft";
import { sampleValues } from "@/lib/template/parameters";

/** What a template is looked at with: the samples of its parameters, the longest values that they take, or a named set. */
export type LookWith = "samples" | "longest" | `set ${string}`;

/** The values that it is looked at with. A set that says nothing of a parameter leaves its sample. */
export function valuesOf(parameters: readonly DraftParameter[], look: LookWith, sets: readonly SampleSet[]): Record<string, string> {
  if (look === "longest") return Object.fromEntries(parameters.map((one) => [one.name, longestValue(one)]));
  const samples = sampleValues(parameters.map(declaredOf));
  const set = sets.find(({ name }) => look === `set ${name}`);
  return Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, set?.values[name] ?? sample]));
}

/** Whether nobody has said anything of a parameter: it goes with the placeholder that it came with. */
export function isBlank(parameter: DraftParameter): boolean {
  return JSON.stringify(parameter) === JSON.stringify(newParameter(parameter.name));
}
