import { platforms } from "@/lib/interface/device-kinds";
import { writeJson } from "@/lib/interface/exact-json";
import { jsonSentence, readJsonText } from "@/lib/interface/json";
import { faultSentence, jsonFault } from "@/lib/interface/json-fault";
import type { JsonValue } from "@/lib/interface/scalars";
import { isSendable, unsendable } from "@/lib/interface/text";
import { isObject } from "@/lib/interface/value-shape";

/**
 * A template as its folder holds it: what its author decides, and nothing that changes by itself.
 */
export interface TemplateFiles {
  appid: string;
  id: string;
  name: string;
  tags: readonly string[];
  blocks: Record<string, unknown>;
  parameters: readonly unknown[];
  samples: readonly unknown[];
  languages: readonly unknown[];
}

/** A folder with files of a template. */
export interface TemplateFolder {
  /** Its name for users. */
  path: string;
  names: readonly string[];
  /** The bytes of one of its files; undefined where there is none by that name. */
  read: (name: string) => Uint8Array | undefined;
}

/** Something about the files that a person has to mend. */
export class FileError extends Error {}

/** The file that makes a folder the one of a template. */
export const mainFile = "template.json";
/** Next to the folders of the apps: what `template.json` may hold, for editors. */
export const schemaFile = "clarion.schema.json";
/** Next to a text that stands in a file of its own. */
const elsewhere = "text@";
/** How files with the texts of a language end: `pt-BR.texts.json`. */
const translated = ".texts.json";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parameterOrder = [
  "name",
  "type",
  "choices",
  "format",
  "required",
  "default",
  "maxLength",
  "sample",
  "description",
];

/**
 * The files of a template, by their paths below its folder. The same template is the same bytes,
 * independent of its author and of the order in which a server lists it.
 */
export function filesOf({
  name,
  tags,
  blocks,
  parameters,
  samples,
  languages,
}: Omit<TemplateFiles, "appid" | "id">): Map<string, string> {
  const files = new Map<string, string>();
  const jsonBlocks = Object.fromEntries(
    Object.entries(blocks).map(([block, value]) => {
      if (
        !isObject(value) ||
        !isPlatform(block) ||
        typeof value["text"] !== "string" ||
        elsewhere in value
      )
        return [block, value];
      // Version control may change the line ends of files: a text with other line ends stays in
      // JSON.
      if (/\r|^\uFEFF/.test(value["text"]) || !isSendable(value["text"])) return [block, value];
      const file = `${block}.txt`;
      // Editors end a file with a line break.
      files.set(file, `${value["text"]}\n`);
      return [
        block,
        Object.fromEntries(
          Object.entries(value).map(([key, member]) =>
            key === "text" ? [elsewhere, file] : [key, member],
          ),
        ),
      ];
    }),
  );
  const document = {
    $schema: `../../${schemaFile}`,
    name,
    tags: [...tags],
    blocks: jsonBlocks,
    parameters: parameters.map((one) => inOrder(one, parameterOrder)),
    samples: samples.map((one) =>
      isObject(one) ? { ...inOrder(one, ["name"]), values: inOrder(one["values"], []) } : one,
    ),
  };
  for (const one of languages)
    if (isObject(one) && isLanguage(one["language"]) && Array.isArray(one["texts"]))
      files.set(
        `${one["language"]}${translated}`,
        `${JSON.stringify(textsByPlace(one["texts"]), null, 2)}\n`,
      );
  return files.set(mainFile, `${writeJson(document as unknown as JsonValue, 2)}\n`);
}

/**
 * The content of a template as a server sends it; what it leaves out is empty, and so is what an
 * unfinished draft has in another shape.
 */
export function filledContent({
  blocks,
  parameters,
  samples,
  languages,
}: Readonly<Record<string, unknown>>): Pick<
  TemplateFiles,
  "blocks" | "parameters" | "samples" | "languages"
> {
  return {
    blocks: isObject(blocks) ? blocks : {},
    parameters: Array.isArray(parameters) ? parameters : [],
    samples: Array.isArray(samples) ? samples : [],
    languages: Array.isArray(languages) ? languages : [],
  };
}

/** The text of {@link schemaFile}, of what the interface's description says of a template. */
export function schemaText(template: unknown): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(template as object),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/**
 * A name as a folder is called on any system; none is hidden, or leads elsewhere. Throws
 * `FileError` for one that none can be called after.
 */
export function folderName(name: string): string {
  if (name === "") throw new FileError("An app or a template without a name has no folder.");
  if (!isSendable(name))
    throw new FileError(`The name ${unsendable}. No folder is called after it.`);
  return encodeURIComponent(name).replaceAll("*", "%2A").replace(/^\./, "%2E");
}

/** The name that a folder is called after. Throws `FileError` for what can be none. */
export function nameOfFolder(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    throw new FileError(
      `The folder ${folder} is called as no template or app can be: a % stands before two digits.`,
    );
  }
}

/** Whether a file belongs to a template by its name alone, for any `template.json`. */
export function isOwnFile(name: string): boolean {
  return platforms.some((platform) => name === `${platform}.txt`) || languageOf(name) !== undefined;
}

/** The template that a folder holds. Throws `FileError` where it cannot be read. */
export function templateIn(
  folder: TemplateFolder,
  { appid, id }: { appid: string; id: string },
): TemplateFiles {
  const path = `${folder.path}/${mainFile}`;
  const {
    $schema: _,
    name,
    tags = [],
    blocks = {},
    parameters = [],
    samples = [],
    ...unknown
  } = parsed(folder, mainFile);
  const [odd] = Object.keys(unknown);
  if (odd !== undefined) throw new FileError(`${path}: "${odd}" is no member of a template.`);
  if (!isObject(blocks)) throw new FileError(`${path}: "blocks" must be an object.`);
  const whole = Object.fromEntries(
    Object.entries(blocks).map(([block, value]) => {
      if (!isObject(value) || !isPlatform(block) || typeof value[elsewhere] !== "string")
        return [block, value];
      const file = value[elsewhere];
      if (!/^[\w.-]+$/.test(file))
        throw new FileError(`${path}: "${elsewhere}" of ${block} must name a file beside it.`);
      const text = fileText(folder, file);
      if (text === undefined) throw new FileError(`${path}: there is no ${file} beside it.`);
      const members = Object.entries(value).map(([key, member]) =>
        key === elsewhere ? ["text", text.replace(/\n$/, "")] : [key, member],
      );
      return [block, Object.fromEntries(members) as unknown];
    }),
  );
  const languages = folder.names.toSorted().flatMap((file) => {
    const language = languageOf(file);
    if (language === undefined) return [];
    const texts = Object.entries(parsed(folder, file)).map(([at, one]) => ({
      at,
      ...(isObject(one) ? one : { text: one }),
    }));
    return [{ language, texts }];
  });
  return { appid, id, name, tags, blocks: whole, parameters, samples, languages } as TemplateFiles;
}

/**
 * The texts of a language by their places, each with the default text that it was translated from.
 */
function textsByPlace(texts: readonly unknown[]): Record<string, object> {
  const entries = texts
    .filter(isObject)
    .toSorted((one, other) => (String(one["at"]) < String(other["at"]) ? -1 : 1));
  return Object.fromEntries(
    entries.map(({ at, of, text }) => [String(at), { of: of ?? "", text: text ?? "" }]),
  );
}

function languageOf(file: string): string | undefined {
  const tag = file.endsWith(translated) ? file.slice(0, -translated.length) : undefined;
  return isLanguage(tag) ? tag : undefined;
}

/** What may be the name of a file; whether it is a language at all the service says. */
function isLanguage(tag: unknown): tag is string {
  return typeof tag === "string" && /^[A-Za-z0-9-]{1,35}$/.test(tag);
}

/**
 * The text of a file. Byte order marks and the line ends of the system that it was written on are
 * no part of it. Throws `FileError` for what is no UTF-8, such as the "Unicode" of Windows.
 */
function fileText({ path, read }: TemplateFolder, name: string): string | undefined {
  const bytes = read(name);
  if (!bytes) return undefined;
  try {
    return utf8
      .decode(bytes)
      .replace(/^\uFEFF+/, "")
      .replace(/\r\n?/g, "\n");
  } catch {
    throw new FileError(`${path}/${name}: it is not UTF-8. Save it as UTF-8.`);
  }
}

function parsed(folder: TemplateFolder, name: string): Record<string, unknown> {
  const text = fileText(folder, name) ?? "";
  const path = `${folder.path}/${name}`;
  const fault = jsonFault(text);
  if (fault) throw new FileError(`${path}: it is not JSON. ${faultSentence(fault)}`);
  const body = readJsonText(text);
  if ("value" in body && body.problems.length === 0) return body.value;
  const [wrong] = body.problems;
  throw new FileError(
    `${path}: ${wrong === undefined || wrong.rule === "json.object" ? "it must hold an object." : jsonSentence(wrong)}`,
  );
}

function inOrder(value: unknown, order: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return {};
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(
    Object.entries(value).toSorted(
      ([one], [other]) => place(one) - place(other) || (one < other ? -1 : one > other ? 1 : 0),
    ),
  );
}

function isPlatform(name: string): boolean {
  return (platforms as readonly string[]).includes(name);
}
