import { drawableOf, longestValue, newParameter } from "@/lib/authoring/template-draft";
import type { PlannedRecipient } from "@/lib/plan/requests";
import type { SampleSet } from "@/lib/template/content";
import { misfitOf } from "@/lib/template/parameter-value";
import { sampleValues, type TemplateParameter } from "@/lib/template/parameters";

/**
 * What a template is looked at with: the samples of its parameters, the longest values that they
 * take, a named set, or a recipient of a list.
 */
export type LookWith = "samples" | "longest" | "recipient" | `set ${string}`;

/** What it is looked at with, and whose values those of a list are. */
export interface Look {
  with: LookWith;
  /** Undefined until one was chosen. */
  recipient: PlannedRecipient | undefined;
}

/**
 * Returns the values that it is looked at with. A set, or a recipient, that says nothing of a
 * parameter, or what it does not take, leaves its sample.
 */
export function valuesOf(
  parameters: readonly TemplateParameter[],
  look: Look,
  { sets, language }: { sets: readonly SampleSet[]; language: string },
): Record<string, string> {
  if (look.with === "longest")
    return Object.fromEntries(parameters.map((one) => [one.name, longestValue(one, language)]));
  const samples = sampleValues(parameters.map(drawableOf));
  const values =
    look.with === "recipient"
      ? look.recipient?.parameters
      : sets.find(({ name }) => look.with === `set ${name}`)?.values;
  return Object.fromEntries(
    parameters.map((one) => {
      const value = values && Object.hasOwn(values, one.name) ? values[one.name] : undefined;
      const fits = value !== undefined && misfitOf(drawableOf(one), value) === undefined;
      return [one.name, fits ? value : (samples[one.name] ?? "")];
    }),
  );
}

/**
 * Whether the user has set nothing of a parameter: it goes with the placeholder that it came with.
 */
export function isBlank(parameter: TemplateParameter): boolean {
  return JSON.stringify(parameter) === JSON.stringify(newParameter(parameter.name));
}
