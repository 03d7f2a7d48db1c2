import { blocksFault, brokenJson } from "@/lib/compose/adopt";
import type { ReadText } from "@/lib/compose/editor-text";
import { parseJson } from "@/lib/interface/exact-json";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { isObject } from "@/lib/interface/value-shape";
import type { TemplateContent } from "@/lib/template/content";
import { readTemplateDraft, writeTemplateDraft } from "./template-draft";

const lists = ["parameters", "samples", "languages"] as const;

/**
 * Reads the content of a template as its JSON editor has it: blocks, parameters, sample sets and
 * languages.
 */
export const templateInText: ReadText<TemplateContent> = (text) => {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return brokenJson(text);
  }
  if (!isObject(value))
    return { ok: false, message: "A template is an object: it begins with { and ends with }." };
  const wrong = jsonProblem(text);
  if (wrong) return { ok: false, message: jsonSentence(wrong) };
  const fault = blocksFault(value["blocks"], "blocks");
  if (fault !== undefined) return { ok: false, message: fault };
  for (const name of lists) {
    const list = value[name];
    if (list !== undefined && !(Array.isArray(list) && list.every(isObject)))
      return { ok: false, message: `${name} must be an array of objects.` };
  }
  const content = readTemplateDraft(text);
  return { ok: true, value: content, body: writeTemplateDraft(content) };
};
