import { translatedTexts, type TranslationFile } from "@/lib/authoring/translations";
import { deviceLanguage } from "@/lib/interface/device-language";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";

const namespace = "urn:oasis:names:tc:xliff:document:1.2";
const states = {
  translated: "translated",
  outdated: "needs-review-translation",
  missing: "needs-translation",
} as const;
/** Characters that XML 1.0 cannot hold. */
// oxlint-disable-next-line no-control-regex -- those are what it takes out
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * The texts of a template in one language as XLIFF 1.2, which translators' tools read. The language
 * of the default text is unknown: it is `und`.
 */
export function xliffOf(
  templateId: string,
  blocks: PushBlocksInput,
  language: TemplateLanguage,
): string {
  const document_ = document.implementation.createDocument(namespace, "xliff");
  const root = document_.documentElement;
  root.setAttribute("version", "1.2");
  const add = (
    parent: Element,
    name: string,
    attributes: Record<string, string>,
    text?: string,
  ) => {
    const element = document_.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text.replace(unwritable, "");
    parent.append(element);
    return element;
  };
  const file = add(root, "file", {
    original: templateId,
    datatype: "plaintext",
    "source-language": "und",
    "target-language": language.language,
  });
  const body = add(file, "body", {});
  for (const { at, text, translated, standing } of translatedTexts(blocks, language).texts) {
    const unit = add(body, "trans-unit", { id: at, "xml:space": "preserve" });
    add(unit, "source", {}, text);
    add(unit, "target", { state: states[standing] }, translated);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document_)}\n`;
}

/**
 * Reads XLIFF 1.2 or 2.x. A translation is of the source that stands with it there, so that what
 * changed since is outdated. Proposals of a memory (`alt-trans`, `matches`) are none, and a unit of
 * several segments is one when all of them are.
 */
export function textsOfXliff(text: string): TranslationFile {
  const document_ = new DOMParser().parseFromString(text, "application/xml");
  const root = document_.documentElement;
  if (document_.querySelector("parsererror") || root.localName !== "xliff")
    return { languages: [], problem: "This is no XLIFF file." };
  const languages: TemplateLanguage[] = [];
  let untranslated = 0;
  for (const file of document_.querySelectorAll("file")) {
    const tag = deviceLanguage(
      file.getAttribute("target-language") ?? root.getAttribute("trgLang") ?? "",
    );
    if (tag === undefined) return { languages: [], problem: "The file has no target language." };
    const units = [...file.querySelectorAll("trans-unit, unit")].map(textOfUnit);
    const texts = units.filter((one) => one.text !== "");
    untranslated += units.length - texts.length;
    languages.push({ language: tag, texts });
  }
  return { languages, untranslated };
}

/** A unit with its translation, which is empty unless there is one of all its segments. */
function textOfUnit(unit: Element): TemplateLanguage["texts"][number] {
  const children = [...unit.children];
  // XLIFF 1.2 has a source and a target right in the unit; 2.x has them in segments, with
  // `ignorable` space between these.
  const segments =
    unit.localName === "unit"
      ? children.filter(({ localName }) => ["segment", "ignorable"].includes(localName))
      : [unit];
  const parts = segments.map((segment, index) => {
    const [source, target] = ["source", "target"].map((name) =>
      [...segment.children].find(({ localName }) => localName === name),
    );
    const of = source?.textContent ?? "";
    const own = target?.textContent ?? "";
    const isSpace = segment.localName === "ignorable" || of === "";
    // A language may have its sentences in another order.
    return {
      of,
      text: own === "" && isSpace ? of : own,
      isMissing: own === "" && !isSpace,
      order: Number(target?.getAttribute("order") ?? index + 1),
    };
  });
  const isWhole = parts.every(({ isMissing }) => !isMissing);
  const inOrder = parts.toSorted((one, other) => one.order - other.order);
  return {
    at: unit.getAttribute("id") ?? "",
    of: parts.map(({ of }) => of).join(""),
    text: isWhole ? inOrder.map((part) => part.text).join("") : "",
  };
}
