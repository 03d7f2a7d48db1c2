import { languageName } from "@/lib/compose/language-name";
import { mergeJson, type Changes, type Json, type MergedFields } from "@/lib/compose/merge";
import { placeOf } from "@/lib/compose/place";
import { pointerOf } from "@/lib/interface/pointer";
import type { TemplateContent } from "@/lib/template/content";
import type { TemplateParameter } from "@/lib/template/parameters";
import { placeholderOf } from "@/lib/template/placeholder";

/** Two drafts of a template in one. */
export interface MergedTemplate extends MergedFields {
  content: TemplateContent;
}

/**
 * Merges two drafts of a template that have the same base: fields of its blocks, properties of each
 * parameter, each translation, each value of a sample set. A change that only one draft has is
 * applied; where both changed the same value differently, `mine` wins.
 */
export function mergeTemplates(
  base: TemplateContent,
  mine: TemplateContent,
  theirs: TemplateContent,
): MergedTemplate {
  const changes: Changes = { theirs: new Set(), both: new Set() };
  const [baseByName, mineByName, theirsByName] = [byName(base), byName(mine), byName(theirs)];
  const merged = mergeJson(
    baseByName,
    mineByName,
    theirsByName,
    [],
    labelOf,
    changes,
  ) as unknown as ByName;
  const language = (tag: string) =>
    Object.entries(merged.languages[tag] ?? {})
      .map(([at, text]) => ({ at, ...text }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return {
    content: {
      blocks: merged.blocks,
      parameters: Object.values(merged.parameters),
      languages: Object.keys(merged.languages)
        .toSorted()
        .map((tag) => ({ language: tag, texts: language(tag) })),
      samples: Object.entries(merged.samples).map(([name, values]) => ({ name, values })),
    },
    theirs: [...changes.theirs].filter((label) => !changes.both.has(label)),
    both: [...changes.both],
  };
}

/** A draft whose lists are objects: their order is not a change. */
interface ByName {
  blocks: TemplateContent["blocks"];
  parameters: Record<string, TemplateParameter>;
  languages: Record<string, Record<string, { of: string; text: string }>>;
  samples: Record<string, Readonly<Record<string, string>>>;
}

function byName({ blocks, parameters, languages, samples }: TemplateContent): Json {
  const named: ByName = {
    blocks,
    parameters: Object.fromEntries(parameters.map((one) => [one.name, one])),
    languages: Object.fromEntries(
      languages.map(({ language, texts }) => [
        language,
        Object.fromEntries(texts.map(({ at, of, text }) => [at, { of, text }])),
      ]),
    ),
    samples: Object.fromEntries(samples.map(({ name, values }) => [name, values])),
  };
  return JSON.parse(JSON.stringify(named)) as Json;
}

function labelOf([part = "", name = "", ...rest]: readonly string[]): string {
  if (part === "parameters") return placeholderOf(name);
  if (part === "languages") return languageName(name);
  if (part === "samples") return `Sample set ${name}`;
  return placeOf(pointerOf(["channels", "push", name, ...rest])).label;
}
