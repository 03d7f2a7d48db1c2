import { deviceLanguage } from "@/lib/interface/device-language";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { JsonValue } from "@/lib/interface/scalars";
import { isObject, textIn } from "@/lib/interface/value-shape";
import type { SampleSet, TemplateContent } from "@/lib/template/content";
import { longestDay } from "@/lib/template/date-format";
import { filledContent } from "@/lib/template/files";
import type { TemplateLanguage } from "@/lib/template/languages";
import { longestNumber, parameterTypes } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import {
  isParameterName,
  mapStrings,
  placeholdersInBlocks,
  renamePlaceholder,
} from "@/lib/template/placeholder";

/** Creates a parameter that has only a name. */
export function newParameter(name: string): TemplateParameter {
  return { name, type: "text", required: true, sample: "", description: "" };
}

/** Reads a draft, JSON text, as far as it can be read. */
export function readTemplateDraft(text: string): TemplateContent {
  return contentOfDraft(parseJson(text) as Record<string, unknown>);
}

/** {@link readTemplateDraft} of a draft that is parsed already. */
export function contentOfDraft(draft: Readonly<Record<string, unknown>>): TemplateContent {
  const { blocks, parameters, samples, languages } = filledContent(draft);
  return {
    blocks,
    parameters: parameters.filter(isObject).map(parameterOf),
    samples: samples.filter(isObject).map(setOf),
    languages: languages.filter(isObject).flatMap(languageOf),
  };
}

function parameterOf(json: Record<string, unknown>): TemplateParameter {
  const { choices, format, maxLength, default: otherwise } = json;
  return {
    name: textIn(json["name"]),
    type: parameterTypes.find((type) => type === json["type"]) ?? "text",
    choices: Array.isArray(choices) ? choices.map(textIn) : undefined,
    format: typeof format === "string" ? format : undefined,
    required: json["required"] === true,
    default: typeof otherwise === "string" ? otherwise : undefined,
    maxLength: typeof maxLength === "number" ? maxLength : undefined,
    sample: textIn(json["sample"]),
    description: textIn(json["description"]),
  };
}

function setOf({ name, values }: Record<string, unknown>): SampleSet {
  return {
    name: textIn(name),
    values: isObject(values)
      ? Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textIn(value)]))
      : {},
  };
}

function languageOf({ language, texts }: Record<string, unknown>): TemplateLanguage[] {
  const tag = deviceLanguage(textIn(language));
  if (tag === undefined) return [];
  const own = Array.isArray(texts) ? texts.filter(isObject) : [];
  return [
    {
      language: tag,
      texts: own.map(({ at, of, text }) => ({
        at: textIn(at),
        of: textIn(of),
        text: textIn(text),
      })),
    },
  ];
}

/** Writes a draft as JSON text, as it is stored. Leaves out empty members. */
export function writeTemplateDraft({
  blocks,
  parameters,
  samples,
  languages,
}: TemplateContent): string {
  return writeJson({
    blocks,
    parameters: parameters.map(declaredOf),
    samples,
    languages,
  } as unknown as JsonValue);
}

/** Returns a parameter without the members that say nothing, as versions declare it. */
export function declaredOf({
  choices = [],
  format,
  default: otherwise,
  maxLength,
  required,
  ...rest
}: TemplateParameter): TemplateParameter {
  return {
    ...rest,
    required,
    ...(rest.type === "choice" && { choices: [...choices] }),
    ...(rest.type === "date" && format !== undefined && { format }),
    ...(!required && otherwise !== undefined && { default: otherwise }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/**
 * The parameters of a draft: those in its texts, in their order, each that is not declared yet as a
 * new one; then those that no text has.
 */
export function parametersIn(
  { blocks, languages }: Pick<TemplateContent, "blocks" | "languages">,
  declared: readonly TemplateParameter[],
): { parameter: TemplateParameter; used: boolean }[] {
  const translated = languages.map(({ texts }) => texts.map(({ text }) => text));
  const names = placeholdersInBlocks([blocks, translated]).filter(isParameterName);
  const used = names.map((name) => ({
    parameter: declared.find((one) => one.name === name) ?? newParameter(name),
    used: true,
  }));
  const rest = declared
    .filter(({ name }) => !names.includes(name))
    .map((parameter) => ({ parameter, used: false }));
  return [...used, ...rest];
}

/**
 * The same blocks, or texts, with `${from}` written `${to}`, wherever it stands; a literal
 * `$${from}` stays.
 */
export function renamedIn<T extends PushBlocksInput | readonly TemplateLanguage[]>(
  texts: T,
  from: string,
  to: string,
): T {
  return mapStrings(texts, (text) => renamePlaceholder(text, from, to)) as T;
}

/**
 * {@link declaredOf} for a preview: a choice without values yet takes any text, or nothing could be
 * drawn.
 */
export function drawableOf(parameter: TemplateParameter): TemplateParameter {
  const declared = declaredOf(parameter);
  const { choices = [], ...rest } = declared;
  return rest.type === "choice" && choices.every((one) => one === "")
    ? { ...rest, type: "text" }
    : declared;
}

/**
 * As long as a value can be that has no maximum: the request that brings it takes 4,096 bytes
 * itself.
 */
export const unlimited = 3_900;
/**
 * The longest first: with a fraction of a second or none, and with either way to write the zone.
 */
const times = [
  "T23:59",
  "T23:59:59",
  ...Array.from({ length: 9 }, (_, digits) => `T23:59:59.${"9".repeat(digits + 1)}`),
]
  .flatMap((time) => [`${time}Z`, `${time}+00:00`])
  .toSorted((one, other) => other.length - one.length);
const filler =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. ";

/**
 * The longest value that a parameter takes, to be looked at: of a date with a format the day that
 * it shows longest.
 *
 * @param language that it is looked at in, "" for the default text
 */
export function longestValue(
  { type, choices = [], format, maxLength }: TemplateParameter,
  language = "",
): string {
  const most = maxLength ?? unlimited;
  if (type === "choice")
    return choices.toSorted((one, other) => other.length - one.length)[0] ?? "";
  if (type === "date") {
    const day = format === undefined ? "2026-12-31" : longestDay(format, language);
    return `${day}${times.find((time) => day.length + time.length <= most) ?? ""}`;
  }
  if (type === "number") return "9".repeat(Math.min(most, longestNumber));
  if (type === "url") return `https://example.com/${"a".repeat(most)}`.slice(0, most);
  return filler.repeat(Math.ceil(most / filler.length)).slice(0, most);
}
