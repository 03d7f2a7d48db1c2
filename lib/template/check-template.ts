import { writeJson } from "@/lib/interface/exact-json";
import { ruleOfIssue } from "@/lib/interface/issue";
import { readJson } from "@/lib/interface/json";
import { escapeStep, pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { pushBlocksSchema, type PushBlocksInput } from "@/lib/interface/request";
import { ceilingMessage } from "./ceiling";
import { shownValues } from "./date-format";
import { blocksIn, type TemplateLanguage } from "./languages";
import { misfitOf } from "./parameter-value";
import { sampleValues, type TemplateParameter } from "./parameters";
import {
  fill,
  FilledTooLargeError,
  mostFilledBytes,
  placeholderOf,
  placeholdersIn,
} from "./placeholder";

/**
 * Something that keeps a template from being published. A declaration breaks no rule of the
 * interface: its problem is reported in words alone.
 */
type TemplateProblem = Pick<Problem, "pointer" | "message"> & Partial<Problem>;

/**
 * What is wrong with a template before it is published: more than a filled template takes, a
 * character that cannot be sent, a placeholder that is not declared, what the schema refuses once
 * the samples stand in their places, and a parameter that takes no value at all. What a request may
 * still bring is not missed. Pointers are those of the effective message, `/channels/push/…`; what
 * is wrong in one language alone is reported at its text, `/languages/0/texts/1/text`, and with a
 * parameter at `/parameters/0/maxLength`.
 */
export function checkTemplate(
  blocks: PushBlocksInput,
  parameters: readonly TemplateParameter[],
  languages: readonly TemplateLanguage[] = [],
): TemplateProblem[] {
  const tooLarge = ceilingMessage(blocks, parameters, languages);
  if (tooLarge !== undefined)
    return [{ pointer: pointerOf(path), message: tooLarge }, ...checkLimits(parameters)];
  const inDefault = checkBlocks(blocks, parameters, "");
  const inLanguages = languages.flatMap(({ language, texts }, index) =>
    checkBlocks(blocksIn(blocks, languages, language), parameters, language).flatMap((one) => {
      if (inDefault.some((earlier) => isSameFault(earlier, one))) return [];
      const text = texts.findIndex((translated) => pointerOf(path) + translated.at === one.pointer);
      // It stands in a text of the language that this one is a variant of, and is reported there.
      if (text === -1 && one.rule === unknownPlaceholder) return [];
      return [
        {
          ...one,
          pointer: pointerOf(["languages", index, ...(text === -1 ? [] : ["texts", text, "text"])]),
        },
      ];
    }),
  );
  return [...inDefault, ...inLanguages, ...checkLimits(parameters)];
}

const path = ["channels", "push"];
const unknownPlaceholder = "template.placeholder.unknown";

/**
 * Whether a problem of the default text says what one of a language says. A name is undeclared
 * once, wherever it stands.
 */
function isSameFault(earlier: Problem, { rule, pointer, message }: Problem): boolean {
  return (
    earlier.rule === rule &&
    (rule === unknownPlaceholder ? earlier.message === message : earlier.pointer === pointer)
  );
}

function checkBlocks(
  blocks: PushBlocksInput,
  parameters: readonly TemplateParameter[],
  language: string,
): Problem[] {
  const values = shownValues(
    parameters,
    new Map(Object.entries(sampleValues(parameters))),
    language,
  );
  const read = readJson(new TextEncoder().encode(writeJson(blocks)));
  const problems = read.problems.map((one): Problem => ({
    ...one,
    pointer: pointerOf(path) + one.pointer,
  }));
  for (const [name, pointer] of placesOfPlaceholders(blocks, pointerOf(path)))
    if (!values.has(name))
      problems.push({
        ...problem(unknownPlaceholder, pointer),
        message: `${placeholderOf(name)} is not declared among the parameters.`,
      });
  const filled = filledWithSamples(blocks, values);
  if (!filled)
    return [
      ...problems,
      { ...problem("template.payload.size", pointerOf(path)), message: samplesTooLarge },
    ];
  const parsed = pushBlocksSchema.safeParse(filled.blocks, { reportInput: true });
  for (const issue of parsed.error?.issues ?? []) {
    problems.push({
      ...problem(ruleOfIssue(issue).rule, pointerOf([...path, ...issue.path])),
      message: issue.message,
    });
  }
  return problems;
}

const samplesTooLarge = `With the sample values its texts take more than ${mostFilledBytes.toLocaleString("en")} bytes. Shorten the samples.`;

function filledWithSamples(
  blocks: PushBlocksInput,
  values: ReadonlyMap<string, string>,
): { blocks: unknown } | undefined {
  try {
    return { blocks: fill(blocks, values) };
  } catch (error) {
    if (error instanceof FilledTooLargeError) return undefined;
    throw error;
  }
}

/**
 * The names of the placeholders in every string of a JSON value, each with the pointer of the first
 * string that holds it.
 */
function placesOfPlaceholders(
  value: unknown,
  pointer: string,
  places = new Map<string, string>(),
): Map<string, string> {
  if (typeof value === "string") {
    for (const name of placeholdersIn(value)) if (!places.has(name)) places.set(name, pointer);
  } else if (typeof value === "object" && value !== null)
    for (const [step, member] of Object.entries(value))
      placesOfPlaceholders(member, `${pointer}/${escapeStep(step)}`, places);
  return places;
}

/** The shortest value that a type takes; a text may be empty. */
const shortest = {
  number: { value: "1", is: "A number" },
  url: { value: "a:", is: "A URL" },
  date: { value: "2026-01-31", is: "A date" },
};

/** A maximum that no value of its parameter keeps to: no request could ever bring one. */
function checkLimits(parameters: readonly TemplateParameter[]): TemplateProblem[] {
  return parameters.flatMap((parameter, index) => {
    const { type, choices = [], maxLength } = parameter;
    if (type === "text" || maxLength === undefined) return [];
    const values = type === "choice" ? choices : [shortest[type].value];
    const misfits = values.map((value) => misfitOf(parameter, value));
    const [first] = misfits;
    if (first?.kind !== "length" || misfits.includes(undefined)) return [];
    const one = (count: number) => `${count} ${count === 1 ? "byte" : "bytes"}`;
    const message =
      type === "choice"
        ? `No choice fits in ${one(maxLength)}.`
        : `${shortest[type].is} takes at least ${one(first.bytes)}.`;
    return [{ pointer: pointerOf(["parameters", index, "maxLength"]), message }];
  });
}
