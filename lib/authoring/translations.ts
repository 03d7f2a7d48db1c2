import { languageName } from "@/lib/compose/language-name";
import { numberText } from "@/lib/compose/number-text";
import { placeOf } from "@/lib/compose/place";
import { deviceLanguage } from "@/lib/interface/device-language";
import type { PushBlocksInput } from "@/lib/interface/request";
import {
  mostLanguages,
  standingOf,
  textsIn,
  type TranslationState,
  type TemplateLanguage,
} from "@/lib/template/languages";
import { placeholdersInBlocks } from "@/lib/template/placeholder";
import { mostCharacters } from "@/lib/template/text";

/** A default text and its translation into one language. */
export interface TranslatedText {
  /** RFC 6901 pointer into the blocks. */
  at: string;
  /** The default text. */
  text: string;
  translated: string;
  standing: TranslationState;
}

/**
 * Every text of some blocks as one language has it, in their order; then what it translates and the
 * blocks have no longer.
 */
export function translatedTexts(
  blocks: PushBlocksInput,
  language: TemplateLanguage,
): { texts: TranslatedText[]; lost: readonly string[] } {
  const texts = textsIn(blocks).map((one) => ({
    ...one,
    translated: language.texts.find(({ at }) => at === one.at)?.text ?? "",
    standing: standingOf(one, language),
  }));
  const existingPlaces = new Set(texts.map(({ at }) => at));
  return {
    texts,
    lost: language.texts.flatMap(({ at, text }) =>
      existingPlaces.has(at) || text === "" ? [] : [at],
    ),
  };
}

/** A language that does not have all texts of its template. */
export interface TranslationGap {
  language: string;
  translated: number;
  total: number;
}

/** Languages in which texts of a template are missing. */
export function translationGaps({
  blocks,
  languages,
}: {
  blocks: PushBlocksInput;
  languages: readonly TemplateLanguage[];
}): TranslationGap[] {
  return languages.flatMap((language) => {
    const texts = textsToTranslate(translatedTexts(blocks, language).texts);
    const translated = texts.filter((one) => one.translated !== "").length;
    return translated === texts.length
      ? []
      : [{ language: language.language, translated, total: texts.length }];
  });
}

/**
 * Texts that are one to a translator: the same default text, translated alike so far, in one or
 * several fields.
 */
export interface TextToTranslate extends Omit<TranslatedText, "at"> {
  /** RFC 6901 pointers into the blocks, at least one. */
  places: readonly string[];
}

/** Every text once, in the order of their first places. */
export function textsToTranslate(texts: readonly TranslatedText[]): TextToTranslate[] {
  const groups = new Map<string, TextToTranslate & { places: string[] }>();
  for (const { at: place, ...text } of texts) {
    const name = JSON.stringify(text);
    const group = groups.get(name);
    if (group) group.places.push(place);
    else groups.set(name, { ...text, places: [place] });
  }
  return [...groups.values()];
}

/**
 * The same language with one text translated, from the default text as it is now. An empty one is
 * no translation.
 */
export function withTranslation(
  language: TemplateLanguage,
  { places, text }: Pick<TextToTranslate, "places" | "text">,
  translated: string,
): TemplateLanguage {
  const others = language.texts.filter((one) => !places.includes(one.at));
  const texts =
    translated === ""
      ? others
      : [...others, ...places.map((place) => ({ at: place, of: text, text: translated }))];
  return { ...language, texts: texts.toSorted((one, other) => (one.at < other.at ? -1 : 1)) };
}

/**
 * Names of placeholders in which a translation differs from its default text: those that only it
 * has, each a parameter more for the sender, and those that it leaves out. An empty one is no
 * translation and differs in none.
 */
export function otherPlaceholders(
  text: string,
  translated: string,
): { unknown: string[]; missing: string[] } {
  if (translated === "") return { unknown: [], missing: [] };
  const [own, theirs] = [placeholdersInBlocks(text), placeholdersInBlocks(translated)];
  return {
    unknown: theirs.filter((name) => !own.includes(name)),
    missing: own.filter((name) => !theirs.includes(name)),
  };
}

/** A place of the blocks in words. */
export function textLabel(place: string): string {
  return placeOf(`/channels/push${place}`).label;
}

/** Sorts languages by their tags, as they are stored. */
export function inOrderOfTags(languages: readonly TemplateLanguage[]): TemplateLanguage[] {
  return languages.toSorted((one, other) => (one.language < other.language ? -1 : 1));
}

/** What a file with translations holds. */
export interface TranslationFile {
  languages: readonly TemplateLanguage[];
  /** Texts that it holds and does not translate, or not to their end. */
  untranslated?: number;
  /** What of it is no use, in words; nothing when all of it is. */
  problem?: string;
}

const at = "text";
const otherwise = "default";

/**
 * The texts of a template as rows of a table: where each stands, the default text, and a column for
 * each language.
 */
export function tableOfTexts(
  blocks: PushBlocksInput,
  languages: readonly TemplateLanguage[],
): string[][] {
  const translated = languages.map((language) => translatedTexts(blocks, language).texts);
  return [
    [at, otherwise, ...languages.map(({ language }) => language)],
    ...textsIn(blocks).map((one, row) => [
      one.at,
      one.text,
      ...translated.map((texts) => texts[row]?.translated ?? ""),
    ]),
  ];
}

/**
 * Reads such a table again, lines of titles above it aside. A translation is of the default text
 * that stands next to it there, so that what changed since is outdated.
 */
export function textsOfTable(table: readonly (readonly string[])[]): TranslationFile {
  const begin = table.findIndex(
    ([first, second]) => first?.trim() === at && second?.trim() === otherwise,
  );
  const [header = [], ...rows] = table.slice(Math.max(begin, 0));
  const [first, second, ...tags] = header.map((name) => name.trim());
  if (first !== at || second !== otherwise || tags.length === 0)
    return {
      languages: [],
      problem: `The first line must be ${at},${otherwise} and a column for each language, such as ${at},${otherwise},pt-BR.`,
    };
  const wrong = tags.find((tag) => deviceLanguage(tag) === undefined);
  if (wrong !== undefined)
    return {
      languages: [],
      problem: `“${wrong}” is no language. Columns are called as BCP 47 writes languages, such as pt-BR.`,
    };
  if (tags.length > mostLanguages)
    return {
      languages: [],
      problem: `A template has at most ${mostLanguages} languages, and this file has ${tags.length}.`,
    };
  return {
    languages: tags.map((tag, column) => ({
      language: deviceLanguage(tag) ?? tag,
      texts: rows.flatMap((row) => {
        const [where = "", of = "", text = ""] = [row[0], row[1], row[column + 2]];
        return text === "" ? [] : [{ at: where, of, text }];
      }),
    })),
  };
}

/** The result of importing a file. */
export interface ImportedFile {
  languages: TemplateLanguage[];
  /** Texts that the file translates and the template has. */
  importedTexts: number;
  /** Texts that the template does not have. */
  left: number;
  /** Imported texts that did not change and are outdated, as before. */
  outdated: number;
  /** Imported texts with placeholders that their default text does not have. */
  misnamed: number;
  /** Texts that the file does not translate. */
  untranslated: number;
  /** Why nothing was imported, in words. */
  problem?: string;
}

/**
 * The languages with what a file brings of them: its translations replace those at the same places,
 * others stay. One that the template has word for word stays as it is, outdated or not: a returned
 * default text has not been reviewed.
 */
export function withFile(
  blocks: PushBlocksInput,
  languages: readonly TemplateLanguage[],
  file: TranslationFile,
): ImportedFile {
  const defaultTexts = new Map(textsIn(blocks).map((one) => [one.at, one.text]));
  const counts = {
    importedTexts: 0,
    left: 0,
    outdated: 0,
    misnamed: 0,
    untranslated: file.untranslated ?? 0,
  };
  let result = [...languages];
  for (const { language, texts } of file.languages) {
    const before = result.find((one) => one.language === language) ?? { language, texts: [] };
    const own = texts
      .filter(({ at: where }) => defaultTexts.has(where))
      .map(
        (one) =>
          before.texts.find(
            (other) => other.at === one.at && lines(other.text) === lines(one.text),
          ) ?? one,
      );
    const long = own.find(({ text }) => text.length > mostCharacters);
    if (long)
      return {
        ...counts,
        languages: [...languages],
        importedTexts: 0,
        problem: tooLong(language, long),
      };
    counts.importedTexts += own.length;
    counts.left += texts.length - own.length;
    counts.outdated += own.filter(
      (one) => before.texts.includes(one) && one.of !== defaultTexts.get(one.at),
    ).length;
    counts.misnamed += own.filter(
      (one) => otherPlaceholders(defaultTexts.get(one.at) ?? "", one.text).unknown.length > 0,
    ).length;
    const otherTexts = before.texts.filter(({ at: where }) => !own.some((one) => one.at === where));
    const merged = {
      language,
      texts: [...otherTexts, ...own].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    };
    result = inOrderOfTags([...result.filter((one) => one.language !== language), merged]);
  }
  if (result.length > mostLanguages) {
    const problem = `With those of this file the template would have ${result.length} languages, and it has at most ${mostLanguages}. Remove some, or leave some out of the file.`;
    return { ...counts, languages: [...languages], importedTexts: 0, problem };
  }
  return { languages: result, ...counts };
}

/** XML knows one line break alone. */
function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

function tooLong(language: string, { at: place, text }: TemplateLanguage["texts"][number]): string {
  const named = `${textLabel(place)} in ${languageName(language)}`;
  return `${named} has ${numberText(text.length)} characters, and a text has at most ${numberText(mostCharacters)}. Shorten it in the file.`;
}
