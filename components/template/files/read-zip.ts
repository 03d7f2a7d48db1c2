import { Unzip, UnzipInflate } from "fflate";
import { FileError, mainFile, nameOfFolder, templateIn, type TemplateFiles } from "@/lib/template/files";

/** What a zip file may hold at most. Bytes; of `unpacked`, of all its files together. */
export const mostInZip = { packed: 20_000_000, unpacked: 50_000_000, files: 20_000, templates: 1_000 };

/** A template of a zip file, or why it cannot be read. */
export type FoundTemplate = { name: string } & ({ template: TemplateFiles } | { why: string });

/** Unpacked at a time: a part grows to a thousand times its bytes at most. */
const partBytes = 16_384;

/**
 * The templates of a zip file in the layout of `clarion templates pull`, inside any outer folders, in the order of their names. What is no template is left
 * out. Throws `FileError` for what is no zip file, holds more than {@link mostInZip}, or names files outside of itself.
 */
export function templatesInZip(zip: Uint8Array): FoundTemplate[] {
  const folders = foldersOf(filesInZip(zip));
  if (folders.size === 0) throw new FileError(`There is no template in this file: none of its folders has APP/ID/${mainFile}.`);
  if (folders.size > mostInZip.templates)
    throw new FileError(
      `This file has ${folders.size.toLocaleString("en")} templates; at most ${mostInZip.templates.toLocaleString("en")} can be imported at a time.`,
    );
  const seen = new Set<string>();
  return [...folders]
    .map(([path, files]) => {
      const found = templateOf(path, files);
      if (seen.has(found.name)) return { name: found.name, why: "The file has two templates of this name." };
      seen.add(found.name);
      return found;
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** By folder, the files of those that hold a template. */
function foldersOf(files: ReadonlyMap<string, Uint8Array>): Map<string, Map<string, Uint8Array>> {
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const [path, bytes] of files) {
    const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    const known = folders.get(folder) ?? new Map<string, Uint8Array>();
    folders.set(folder, known.set(name, bytes));
  }
  for (const [folder, known] of folders) if (!known.has(mainFile)) folders.delete(folder);
  return folders;
}

function templateOf(path: string, files: ReadonlyMap<string, Uint8Array>): FoundTemplate {
  const [app = "", folder = ""] = path.split("/").slice(-2);
  const read = (name: string) => files.get(name);
  try {
    const [appid, id] = [nameOfFolder(app), nameOfFolder(folder)];
    return { name: `${appid}/${id}`, template: templateIn({ path: `${app}/${folder}`, names: [...files.keys()], read }, { appid, id }) };
  } catch (error) {
    if (error instanceof FileError) return { name: `${app}/${folder}`, why: error.message };
    throw error;
  }
}

/** The files of a zip file that may belong to a template, by their paths. */
function filesInZip(zip: Uint8Array): Map<string, Uint8Array> {
  if (zip.length > mostInZip.packed) throw new FileError("This file has more than 20 MB, and more than that cannot be imported at a time.");
  // The first file of one, or the end of an empty one.
  if (zip[0] !== 0x50 || zip[1] !== 0x4b) throw new FileError("This is no zip file.");
  if (!hasEnd(zip)) throw damaged();
  const files = new Map<string, Uint8Array>();
  let [entries, unpacked] = [0, 0];
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > mostInZip.files)
      throw new FileError(`This file contains more than ${mostInZip.files.toLocaleString("en")} files and was not unpacked.`);
    const { name } = entry;
    if (!mayBeOfTemplate(name)) return;
    if (files.has(name)) throw new FileError(`This file contains ${name} twice.`);
    const parts: Uint8Array[] = [];
    files.set(name, joined(parts));
    entry.ondata = (error, part, last) => {
      if (error) throw error;
      unpacked += part.length;
      // What a file says of its size may be a lie: counted is what comes out.
      if (unpacked > mostInZip.unpacked) throw new FileError("This file unpacks to more than 50 MB, and is not unpacked.");
      parts.push(part);
      if (last) files.set(name, joined(parts));
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length; at += partBytes) unzip.push(zip.subarray(at, at + partBytes), at + partBytes >= zip.length);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw damaged();
  }
  return files;
}

/** Whether a path is deep enough for one, and of none that systems add to zip files. Throws `FileError` for one that leads out of the zip file. */
function mayBeOfTemplate(path: string): boolean {
  const steps = path.split("/");
  if (/[\\\0]|^\/|^[A-Za-z]:/.test(path) || steps.includes(".."))
    throw new FileError(`This file contains ${JSON.stringify(path)}, a path outside of the archive, and was not unpacked.`);
  return steps.length > 2 && steps.every((step) => step !== "" && step !== "__MACOSX" && !step.startsWith("."));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether the record stands at its end that every whole zip file ends with; behind it a comment may. */
function hasEnd(zip: Uint8Array): boolean {
  const [record, longestComment] = [22, 65_535];
  for (let at = zip.length - record; at >= Math.max(0, zip.length - record - longestComment); at -= 1)
    if (zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 5 && zip[at + 3] === 6) return true;
  return false;
}

function damaged(): FileError {
  return new FileError("This zip file is damaged, or protected by a password.");
}
