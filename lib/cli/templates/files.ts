import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import { platforms } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/scalars";

/** A template as its folder holds it: what its author decides, and nothing that changes by itself. */
export interface TemplateFiles {
  appid: string;
  id: string;
  name: string;
  tags: readonly string[];
  blocks: Record<string, unknown>;
  parameters: readonly unknown[];
  samples: readonly unknown[];
}

/** Something about the files that a person has to mend. */
export class FileError extends Error {}

const main = "template.json";
const schemaName = "clarion.schema.json";
/** Beside a text that stands in a file of its own. */
const elsewhere = "text@";
/** A folder has so many templates at most. */
const most = 10_000;

const parameterOrder = ["name", "type", "choices", "required", "default", "maxLength", "sample", "description"];

/** The files of a template, by their paths below its folder. The same template is the same bytes, whoever wrote it and in whatever order a server tells it. */
export function filesOf({ name, tags, blocks, parameters, samples }: Omit<TemplateFiles, "appid" | "id">): Map<string, string> {
  const files = new Map<string, string>();
  const shown = Object.fromEntries(
    Object.entries(blocks).map(([block, value]) => {
      if (!isObject(value) || !isPlatform(block) || typeof value["text"] !== "string" || elsewhere in value) return [block, value];
      const file = `${block}.txt`;
      // Editors end a file with a line break.
      files.set(file, `${value["text"]}\n`);
      return [
        block,
        Object.fromEntries(Object.entries(value).map(([key, member]) => (key === "text" ? [elsewhere, file] : [key, member]))),
      ];
    }),
  );
  const document = {
    $schema: `../../${schemaName}`,
    name,
    tags: [...tags],
    blocks: shown,
    parameters: parameters.map((one) => inOrder(one, parameterOrder)),
    samples: samples.map((one) => (isObject(one) ? { ...inOrder(one, ["name"]), values: inOrder(one["values"], []) } : one)),
  };
  return files.set(main, `${writeJson(document as unknown as JsonValue, 2)}\n`);
}

/** Writes a template into `DIR/appid/id`. Files of it that it has no longer go; others stay. Answers whether anything changed. */
export function writeTemplate(dir: string, template: TemplateFiles): boolean {
  const folder = join(dir, safe(template.appid), safe(template.id));
  const files = filesOf(template);
  let changed = false;
  mkdirSync(folder, { recursive: true });
  for (const platform of platforms) {
    const file = `${platform}.txt`;
    if (files.has(file) || read(join(folder, file)) === undefined) continue;
    rmSync(join(folder, file));
    changed = true;
  }
  for (const [file, text] of files) {
    if (read(join(folder, file)) === text) continue;
    writeFileSync(join(folder, file), text);
    changed = true;
  }
  return changed;
}

/** Writes the JSON schema of templates, for editors. */
export function writeSchema(dir: string, schema: unknown): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, schemaName), `${JSON.stringify(schema, null, 2)}\n`);
}

/** Every template below a folder, in the order of their paths. Throws `FileError` for the first that cannot be read. */
export function readTemplates(dir: string): TemplateFiles[] {
  const found = foldersIn(dir).flatMap((appid) => foldersIn(join(dir, appid)).map((id) => ({ appid, id })));
  const folders = found.filter(({ appid, id }) => read(join(dir, appid, id, main)) !== undefined);
  if (folders.length === 0) throw new FileError(`There is no template in ${dir}: none of its folders has APP/ID/${main}.`);
  if (folders.length > most)
    throw new FileError(`There are ${folders.length} templates in ${dir}; at most ${most} can be handled at a time.`);
  return folders.map(({ appid, id }) => readTemplate(dir, decodeURIComponent(appid), decodeURIComponent(id)));
}

function readTemplate(dir: string, appid: string, id: string): TemplateFiles {
  const folder = join(dir, safe(appid), safe(id));
  const path = join(folder, main);
  const document = parsed(path);
  const { $schema: _, name, tags = [], blocks = {}, parameters = [], samples = [], ...unknown } = document;
  const [odd] = Object.keys(unknown);
  if (odd !== undefined) throw new FileError(`${relative(process.cwd(), path)}: "${odd}" is no member of a template.`);
  if (!isObject(blocks)) throw new FileError(`${relative(process.cwd(), path)}: "blocks" must be an object.`);
  const whole = Object.fromEntries(
    Object.entries(blocks).map(([block, value]) => {
      if (!isObject(value) || !isPlatform(block) || typeof value[elsewhere] !== "string") return [block, value];
      const file = value[elsewhere];
      if (!/^[\w.-]+$/.test(file))
        throw new FileError(`${relative(process.cwd(), path)}: "${elsewhere}" of ${block} must name a file beside it.`);
      const text = read(join(folder, file));
      if (text === undefined) throw new FileError(`${relative(process.cwd(), path)}: there is no ${file} beside it.`);
      const members = Object.entries(value).map(([key, member]) => (key === elsewhere ? ["text", text.replace(/\n$/, "")] : [key, member]));
      return [block, Object.fromEntries(members) as unknown];
    }),
  );
  return { appid, id, name, tags, blocks: whole, parameters, samples } as TemplateFiles;
}

function parsed(path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(read(path) ?? "");
  } catch (error) {
    throw new FileError(`${relative(process.cwd(), path)}: ${error instanceof Error ? error.message : "it cannot be read"}.`);
  }
  if (!isObject(value)) throw new FileError(`${relative(process.cwd(), path)}: it must hold an object.`);
  return value;
}

/** A name as a folder is called on any system. */
function safe(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll("*", "%2A");
  return encoded === "." || encoded === ".." ? encoded.replaceAll(".", "%2E") : encoded;
}

function foldersIn(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => !name.startsWith(".") && statSync(join(dir, name)).isDirectory())
      .toSorted();
  } catch {
    throw new FileError(`There is no folder ${dir}.`);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function inOrder(value: unknown, order: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return {};
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => place(one) - place(other) || (one < other ? -1 : one > other ? 1 : 0)),
  );
}

function isPlatform(name: string): boolean {
  return (platforms as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
