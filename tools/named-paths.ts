import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const folders = [
  "app",
  "bench",
  "components",
  "docs",
  "e2e",
  "lib",
  "prisma",
  "public",
  "tests",
  "tools",
];
const endings = ["", ".ts", ".tsx", ".mjs", ".md"];
const read = /\.(?:tsx?|mjs|cjs|css|prisma|md)$/;
/** What the generator writes, what was true when it was written, and what is planted. */
const unread = ["lib/database/generated/", "CHANGELOG.md", "tools/named-paths.test.ts"];
/** Folders that the start generates. */
const generatedFolders = ["lib/database/generated"];

const path = new RegExp(
  String.raw`(?<![\w/.@:~$-])(?:${folders.join("|")})/[\w./()[\]*{},<>-]*[\w)\]*}]`,
  "g",
);
/** Shorthand between back-ticks, as `room/file` of lib or components. */
const shorthand = /`([a-z][a-z-]*\/[\w./[\]*{},<>-]*[\w\]*}])`/g;
const shelves = ["lib", "components"];
const link = /\]\(([^)#\s]+)[^)]*\)/g;
const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;

/** A path that is named and leads nowhere. */
export interface BrokenPath {
  file: string;
  path: string;
}

/**
 * The paths of this repository that comments and documents under `root` name, and that are not
 * there.
 */
export function lostPaths(root: string): BrokenPath[] {
  const inside = folders.filter((folder) => existsSync(join(root, folder)));
  const files = [
    ...readdirSync(root),
    ...inside.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    ),
  ];
  return files
    .filter((file) => read.test(file) && !unread.some((prefix) => file.startsWith(prefix)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const parts = file.endsWith(".md") ? [text] : [...text.matchAll(comment)].map(([one]) => one);
      const links = file.endsWith(".md") ? linksIn(text, dirname(file)) : [];
      const lost = [...parts.flatMap(pathsIn), ...links].filter((one) => !isThere(root, one));
      const lostShort = parts
        .flatMap((part) => shorthandIn(root, part))
        .filter((one) => !shelves.some((shelf) => isThere(root, `${shelf}/${one}`)));
      return [...new Set([...lost, ...lostShort])].map((one) => ({ file, path: one }));
    });
}

/** Paths of a room without its shelf; what begins otherwise is none. */
function shorthandIn(root: string, text: string): string[] {
  const isRoom = (name: string) => shelves.some((shelf) => existsSync(join(root, shelf, name)));
  return [...text.matchAll(shorthand)].flatMap(([, named = ""]) =>
    isRoom(named.split("/")[0] ?? "") ? [named] : [],
  );
}

function pathsIn(text: string): string[] {
  // A link's text ends where its address begins; a bracket that was not opened in the path belongs
  // to the sentence.
  return [...text.matchAll(path)]
    .map(([one]) => one.split("](")[0] ?? one)
    .map((one) => (one.includes("(") ? one : one.replace(/\).*$/, "")));
}

function linksIn(text: string, folder: string): string[] {
  return [...text.matchAll(link)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target));
}

/** A path, one without its ending, or a pattern of which the beginning is there. */
function isThere(root: string, named: string): boolean {
  const [fixed = ""] = named.split(/[*{<]/);
  const start = fixed === named ? named : dirname(`${fixed}x`);
  return (
    generatedFolders.some((one) => start.startsWith(one)) ||
    endings.some((ending) => existsSync(join(root, start + ending)))
  );
}
