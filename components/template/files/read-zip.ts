import { Inflate } from "fflate";
import {
  FileError,
  mainFile,
  nameOfFolder,
  templateIn,
  type TemplateFiles,
} from "@/lib/template/files";
import { crc32, zipEntries, type ZipEntry } from "./zip-entries";

/** What a zip file may hold at most. Bytes; of `unpacked`, of all its files together. */
export const mostInZip = {
  packed: 20_000_000,
  unpacked: 50_000_000,
  files: 20_000,
  templates: 1_000,
};

/** A template of a zip file, or why it cannot be read. */
export type FoundTemplate = { name: string } & ({ template: TemplateFiles } | { why: string });

/** Unpacked at a time: a part grows to a thousand times its bytes at most. */
const partBytes = 16_384;

/**
 * The templates of a zip file in the layout of `clarion templates pull`, inside any outer folders,
 * in the order of their names. What is no template is left out. Throws `FileError` for what is no
 * zip file, holds more than {@link mostInZip}, or names files outside of itself.
 */
export function templatesInZip(zip: Uint8Array): FoundTemplate[] {
  const folders = foldersOf(filesInZip(zip));
  if (folders.size === 0)
    throw new FileError(
      `There is no template in this file: none of its folders has APP/ID/${mainFile}.`,
    );
  if (folders.size > mostInZip.templates)
    throw new FileError(
      `This file has ${folders.size.toLocaleString("en")} templates; at most ${mostInZip.templates.toLocaleString("en")} can be imported at a time.`,
    );
  const seen = new Set<string>();
  return [...folders]
    .map(([path, files]) => {
      const template = templateOf(path, files);
      if (seen.has(template.name))
        return { name: template.name, why: "The file has two templates of this name." };
      seen.add(template.name);
      return template;
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** By folder, the files of those that hold a template. */
function foldersOf(files: ReadonlyMap<string, Uint8Array>): Map<string, Map<string, Uint8Array>> {
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const [path, bytes] of files) {
    const [folder, name] = [
      path.slice(0, path.lastIndexOf("/")),
      path.slice(path.lastIndexOf("/") + 1),
    ];
    const folderFiles = folders.get(folder) ?? new Map<string, Uint8Array>();
    folders.set(folder, folderFiles.set(name, bytes));
  }
  for (const [folder, folderFiles] of folders)
    if (!folderFiles.has(mainFile)) folders.delete(folder);
  return folders;
}

function templateOf(path: string, files: ReadonlyMap<string, Uint8Array>): FoundTemplate {
  const [app = "", folder = ""] = path.split("/").slice(-2);
  const read = (name: string) => files.get(name);
  try {
    const [appid, id] = [nameOfFolder(app), nameOfFolder(folder)];
    return {
      name: `${appid}/${id}`,
      template: templateIn(
        { path: `${app}/${folder}`, names: [...files.keys()], read },
        { appid, id },
      ),
    };
  } catch (error) {
    if (error instanceof FileError) return { name: `${app}/${folder}`, why: error.message };
    throw error;
  }
}

/** The files of a zip file that may belong to a template, by their paths. */
function filesInZip(zip: Uint8Array): Map<string, Uint8Array> {
  if (zip.length > mostInZip.packed)
    throw new FileError(
      "This file has more than 20 MB, and more than that cannot be imported at a time.",
    );
  // The first file of one, or the end of an empty one.
  if (zip[0] !== 0x50 || zip[1] !== 0x4b) throw new FileError(notZip(zip));
  const files = new Map<string, Uint8Array>();
  let [entries, unpacked] = [0, 0];
  for (const entry of zipEntries(zip)) {
    entries += 1;
    if (entries > mostInZip.files)
      throw new FileError(
        `This file contains more than ${mostInZip.files.toLocaleString("en")} files and folders and was not unpacked.`,
      );
    const path = withoutDots(entry.name);
    if (!mayBeOfTemplate(path)) continue;
    if (files.has(path)) throw new FileError(`This file contains ${path} twice.`);
    const bytes = unpackedBytes(entry, mostInZip.unpacked - unpacked);
    unpacked += bytes.length;
    files.set(path, bytes);
  }
  return files;
}

/**
 * The bytes of a file. What the zip file says of its size may be a lie: counted is what comes out,
 * `most` bytes at most.
 */
function unpackedBytes(
  { name, method, isEncrypted, crc, packed }: ZipEntry,
  most: number,
): Uint8Array {
  if (isEncrypted)
    throw new FileError(`${name} is protected by a password. Zip the folder again without one.`);
  if (method !== 0 && method !== 8)
    throw new FileError(
      `${name} is compressed by ${methods[method] ?? `method ${method}`}, which cannot be read here. Zip the folder again with the method Deflate.`,
    );
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const add = (part: Uint8Array, last: boolean) => {
    length += part.length;
    if (length > most)
      throw new FileError("This file unpacks to more than 50 MB, and is not unpacked.");
    parts.push(part);
    isWhole = last;
  };
  try {
    if (method === 0) add(packed, true);
    const inflate = new Inflate(add);
    for (let at = 0; method === 8 && at < packed.length; at += partBytes)
      inflate.push(packed.subarray(at, at + partBytes), at + partBytes >= packed.length);
  } catch (error) {
    if (error instanceof FileError) throw error;
    isWhole = false;
  }
  if (!isWhole || crc32(parts) !== crc)
    throw new FileError(`${name} is damaged in this zip file. Copy or download it again.`);
  return joined(parts);
}

/** Names of the other methods (APPNOTE 4.4.5). */
const methods: Readonly<Record<number, string>> = {
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  98: "PPMd",
};

/** What a file is instead, by its first bytes. */
const otherArchives: readonly { name: string; magic: readonly number[] }[] = [
  { name: "a RAR archive", magic: [0x52, 0x61, 0x72, 0x21] },
  { name: "a 7z archive", magic: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: "a gzip file (.gz, .tar.gz)", magic: [0x1f, 0x8b] },
  { name: "an xz file (.xz, .tar.xz)", magic: [0xfd, 0x37, 0x7a, 0x58] },
  { name: "a bzip2 file (.bz2)", magic: [0x42, 0x5a, 0x68] },
  { name: "a Zstandard file (.zst)", magic: [0x28, 0xb5, 0x2f, 0xfd] },
];

function notZip(bytes: Uint8Array): string {
  const other = otherArchives.find(({ magic }) =>
    magic.every((byte, index) => bytes[index] === byte),
  );
  return other
    ? `This is no zip file, but ${other.name}. Unpack it, and zip the folder.`
    : "This is no zip file.";
}

/** A path without the steps that stand for their own folder: `./a`. */
function withoutDots(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replaceAll("/./", "/");
}

/**
 * Whether a path is deep enough for one, and of none that systems add to zip files. Throws
 * `FileError` for one that leads out of the zip file.
 */
function mayBeOfTemplate(path: string): boolean {
  const steps = path.split("/");
  if (/\0|^\/|^[A-Za-z]:/.test(path) || steps.includes(".."))
    throw new FileError(
      `This file contains ${JSON.stringify(path)}, a path outside of the archive, and was not unpacked.`,
    );
  return (
    steps.length > 2 &&
    steps.every((step) => step !== "" && step !== "__MACOSX" && !step.startsWith("."))
  );
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
