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
import {
  isFolderBelow,
  makeFolders,
  namesBelow,
  readBelow,
  removeBelow,
  writeBelow,
} from "./below";

/** A folder has so many templates at most. */
const most = 10_000;

/**
 * Writes a template into `DIR/appid/id`. Files of it that it has no longer go; others stay. Returns
 * whether anything changed. Throws `FileError` where a folder or a file cannot be, or is a link
 * that leads out of DIR.
 */
export function writeTemplate(dir: string, template: TemplateFiles): boolean {
  const [app, id] = [folderName(template.appid), folderName(template.id)];
  const folder = join(app, id);
  const files = filesOf(template);
  let changed = false;
  makeFolders(dir, app, id);
  for (const file of namesBelow(dir, folder).filter(isOwnFile)) {
    if (files.has(file)) continue;
    removeBelow(dir, join(folder, file));
    changed = true;
  }
  for (const [file, text] of files)
    changed = writeWhereOther(dir, join(folder, file), text) || changed;
  return changed;
}

/** Writes the JSON schema of templates, for editors. Throws `FileError`. */
export function writeSchema(dir: string, schema: unknown): void {
  makeFolders(dir);
  writeWhereOther(dir, schemaFile, schemaText(schema));
}

function writeWhereOther(dir: string, path: string, text: string): boolean {
  const before = readBelow(dir, path);
  if (before && Buffer.from(text).equals(before)) return false;
  writeBelow(dir, path, text);
  return true;
}

/** A folder with the files of a template. */
export interface FoundFolder {
  /** `appid/id`; the app's folder alone where it cannot be looked into. */
  name: string;
  /** Throws `FileError` where it cannot be read. */
  read: () => TemplateFiles;
}

/**
 * Every template below a folder, in the order of their paths. Throws `FileError` where there is
 * none.
 */
export function findTemplates(dir: string): FoundFolder[] {
  const templateFolders = foldersIn(dir, "").flatMap((app) => foldersOfApp(dir, app));
  if (templateFolders.length === 0)
    throw new FileError(
      `There is no template in ${dir}: none of its folders has APP/ID/${mainFile}.`,
    );
  if (templateFolders.length > most)
    throw new FileError(
      `There are ${templateFolders.length} templates in ${dir}; at most ${most} can be handled at a time.`,
    );
  return templateFolders;
}

function foldersOfApp(dir: string, app: string): FoundFolder[] {
  try {
    return foldersIn(dir, app).flatMap((id) => {
      const name = `${app}/${id}`;
      return mayBeTemplate(dir, name) ? [{ name, read: () => readTemplate(dir, app, id) }] : [];
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const read = () => {
      throw error;
    };
    return [{ name: app, read }];
  }
}

/**
 * Whether a folder has the main file; one that cannot be looked into may have it, and is reported
 * when it is read.
 */
function mayBeTemplate(dir: string, folder: string): boolean {
  try {
    namesBelow(dir, folder);
    return readBelow(dir, join(folder, mainFile)) !== undefined;
  } catch (error) {
    if (error instanceof FileError) return true;
    throw error;
  }
}

function readTemplate(dir: string, app: string, id: string): TemplateFiles {
  const folder = join(app, id);
  const path = relative(process.cwd(), join(dir, folder));
  return templateIn(
    { path, names: namesBelow(dir, folder), read: (name) => readBelow(dir, join(folder, name)) },
    { appid: nameOfFolder(app), id: nameOfFolder(id) },
  );
}

function foldersIn(dir: string, path: string): string[] {
  return namesBelow(dir, path).filter(
    (name) => !name.startsWith(".") && isFolderBelow(dir, join(path, name)),
  );
}
