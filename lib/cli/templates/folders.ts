import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  FileError,
  filesOf,
  folderName,
  isOwnFile,
  mainFile,
  nameOfFolder,
  schemaFile,
  schemaText,
  templateIn,
  type TemplateFiles,
} from "@/lib/template/files";

/** A folder has so many templates at most. */
const most = 10_000;

/** Writes a template into `DIR/appid/id`. Files of it that it has no longer go; others stay. Answers whether anything changed. */
export function writeTemplate(dir: string, template: TemplateFiles): boolean {
  const folder = join(dir, folderName(template.appid), folderName(template.id));
  const files = filesOf(template);
  let changed = false;
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder).filter(isOwnFile)) {
    if (files.has(file)) continue;
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
  writeFileSync(join(dir, schemaFile), schemaText(schema));
}

/** A folder with the files of a template. */
export interface FoundFolder {
  /** `appid/id`. */
  name: string;
  /** Throws `FileError` where it cannot be read. */
  read: () => TemplateFiles;
}

/** Every template below a folder, in the order of their paths. Throws `FileError` where there is none. */
export function findTemplates(dir: string): FoundFolder[] {
  const found = foldersIn(dir).flatMap((app) => foldersIn(join(dir, app)).map((template) => ({ app, template })));
  const folders = found.filter(({ app, template }) => read(join(dir, app, template, mainFile)) !== undefined);
  if (folders.length === 0) throw new FileError(`There is no template in ${dir}: none of its folders has APP/ID/${mainFile}.`);
  if (folders.length > most)
    throw new FileError(`There are ${folders.length} templates in ${dir}; at most ${most} can be handled at a time.`);
  return folders.map(({ app, template }) => {
    const folder = join(dir, app, template);
    return {
      name: `${app}/${template}`,
      read: () =>
        templateIn(
          { path: relative(process.cwd(), folder), names: readdirSync(folder), read: (name) => read(join(folder, name)) },
          { appid: nameOfFolder(app), id: nameOfFolder(template) },
        ),
    };
  });
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
