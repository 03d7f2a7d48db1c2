import { z } from "zod";
import { canonicalLanguage, deviceLanguage } from "@/lib/interface/device-language";
import { pointerOf, stepsOf } from "@/lib/interface/pointer";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { eachOnce, templateText } from "./text";

/** Languages of one template at most, besides its default text. */
export const mostLanguages = 50;
/** Texts of one language at most: more than the blocks of a push have. */
const mostTexts = 50;

const languageSchema = z.object({
  language: z
    .string()
    .max(35)
    .refine(
      (tag) => canonicalLanguage(tag) === tag,
      "must be a language as BCP 47 writes it, such as pt or pt-BR",
    )
    .describe("BCP 47, in canonical form: pt, pt-BR, zh-Hant."),
  texts: z
    .array(
      z.object({
        at: z
          .string()
          .max(100)
          .regex(/^\//, "must be a JSON pointer, such as /android/text")
          .describe(
            "Which text of the blocks: an RFC 6901 pointer into them, such as /android/text.",
          ),
        of: templateText
          .default("")
          .describe(
            "The default text that it was translated from. If that text changed since, the translation is outdated.",
          ),
        text: templateText.describe(
          "The text in this language. If it is empty, the next language of the chain is used, and finally the default text.",
        ),
      }),
    )
    .max(mostTexts)
    .superRefine(eachOnce("at", (at) => `'${at}' is translated twice`)),
});
/**
 * The texts of a template in one language; its structure is that of the default text (contract 6).
 */
export type TemplateLanguage = z.output<typeof languageSchema>;

/** All languages of a template: each once, in the order of their tags. */
export const languagesSchema = z
  .array(languageSchema)
  .max(mostLanguages)
  .superRefine(eachOnce("language", (language) => `language '${language}' is there twice`))
  .transform((languages) =>
    languages.toSorted((one, other) => (one.language < other.language ? -1 : 1)),
  );

/**
 * A language and those that stand in for it, the nearest first: `zh-Hant-TW` → `zh-Hant-TW`,
 * `zh-Hant`, `zh` (RFC 4647 section 3.4).
 */
export function chainOf(language: string): string[] {
  const subtags = language.split("-");
  const chain: string[] = [];
  for (let length = subtags.length; length > 0; length -= 1) {
    // A singleton says nothing without what follows it.
    if (length > 1 && subtags[length - 1]?.length === 1) continue;
    chain.push(subtags.slice(0, length).join("-"));
  }
  return chain;
}

/**
 * The language of a template that a device gets, "" for the default text (contract 6): the first of
 * the device's chain that the template has.
 *
 * @param reportedLanguage as the device reported it, in any spelling that {@link deviceLanguage}
 *   reads; anything else gives the default text
 */
export function languageFor(
  languages: readonly Pick<TemplateLanguage, "language">[],
  reportedLanguage: string | null | undefined,
): string {
  if (!reportedLanguage || languages.length === 0) return "";
  const tag = deviceLanguage(reportedLanguage);
  if (tag === undefined) return "";
  return (
    chainOf(tag)
      .flatMap(sameLanguage)
      .find((one) => languages.some(({ language }) => language === one)) ?? ""
  );
}

/**
 * A tag, and the same with the other code of Norwegian: Bokmål is what devices mean by `no`, of
 * which it is the written form.
 */
function sameLanguage(tag: string): string[] {
  const [language = "", ...rest] = tag.split("-");
  const other = { no: "nb", nb: "no" }[language];
  return other === undefined ? [tag] : [tag, [other, ...rest].join("-")];
}

// What people read. Titles of buttons are the device's own, by their category.
const textMembers = {
  android: ["title", "text"],
  ios: ["title", "text"],
  web: ["title", "text", "actiontext"],
} as const;

/** A text of a template that can be translated. */
export interface TemplateText {
  /** RFC 6901 pointer into the blocks. */
  at: string;
  text: string;
}

/**
 * The texts of some blocks that can be translated, in the order in which people write them; empty
 * ones are none.
 */
export function textsIn(blocks: PushBlocksInput): TemplateText[] {
  const texts: TemplateText[] = [];
  const add = (path: readonly string[], value: unknown) => {
    if (typeof value === "string" && value !== "") texts.push({ at: pointerOf(path), text: value });
  };
  for (const [platform, members] of Object.entries(textMembers)) {
    const block = (blocks as Record<string, unknown>)[platform];
    if (isObject(block)) for (const member of members) add([platform, member], block[member]);
  }
  const buttons = isObject(blocks.interactive) ? blocks.interactive["actions"] : undefined;
  // What a button shares is read by people; what it opens is not.
  if (Array.isArray(buttons))
    buttons.forEach((button: unknown, index) => {
      if (isObject(button) && button["action"] === "SHARE")
        add(["interactive", "actions", String(index), "value"], button["value"]);
    });
  return texts;
}

/**
 * The blocks as one language says them: its own texts, those of its chain where it has none, the
 * default ones where none of them has any. The blocks stay as they are.
 */
export function blocksIn(
  blocks: PushBlocksInput,
  languages: readonly TemplateLanguage[],
  language: string,
): PushBlocksInput {
  const texts = new Map<string, string>();
  for (const tag of language === "" ? [] : chainOf(language).toReversed())
    for (const { at, text: translated } of languages.find((one) => one.language === tag)?.texts ??
      [])
      if (translated !== "") texts.set(at, translated);
  let result = blocks;
  for (const { at } of textsIn(blocks)) {
    const translated = texts.get(at);
    if (translated !== undefined)
      result = withText(result, stepsOf(at), translated) as PushBlocksInput;
  }
  return result;
}

function withText(
  holder: unknown,
  [step = "", ...rest]: readonly string[],
  value: string,
): unknown {
  const next = (member: unknown) => (rest.length === 0 ? value : withText(member, rest, value));
  if (Array.isArray(holder))
    return holder.map((element, index) =>
      String(index) === step ? next(element) : (element as unknown),
    );
  return Object.fromEntries(
    Object.entries(holder as object).map(([name, member]) => [
      name,
      name === step ? next(member) : (member as unknown),
    ]),
  );
}

/**
 * How a text stands in one language. `outdated`: the default text was another one when it was
 * translated.
 */
export type TranslationState = "translated" | "outdated" | "missing";

/** How a default text stands in a language. */
export function standingOf(
  { at, text: now }: TemplateText,
  { texts }: Pick<TemplateLanguage, "texts">,
): TranslationState {
  const own = texts.find((one) => one.at === at);
  if (!own || own.text === "") return "missing";
  return own.of === now ? "translated" : "outdated";
}
