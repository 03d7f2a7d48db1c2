import { parseJson } from "@/lib/interface/exact-json";

/** A key and its value, as they are typed. */
export interface Pair {
  key: string;
  value: string;
}

/**
 * The pairs of a pasted text: the members of a JSON object, or lines of `key=value`, `key: value`
 * or two cells of a sheet. Undefined for what is no list of pairs: that is pasted as it stands.
 *
 * @param read the pairs of such an object; numbers in it are held with their digits (`parseJson`)
 */
export function pairsOf(
  text: string,
  read: (members: unknown) => readonly Pair[],
): readonly Pair[] | undefined {
  const written = text.trim();
  if (written.startsWith("{")) return membersOf(written, read);
  const lines = written.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  // One line alone may be a value that happens to have such a sign; cells of a sheet are meant.
  if (lines.length < 2 && !written.includes("\t")) return undefined;
  const pairs = lines.flatMap((line) => pairOf(line) ?? []);
  return pairs.length === lines.length ? pairs : undefined;
}

function membersOf(
  written: string,
  read: (members: unknown) => readonly Pair[],
): readonly Pair[] | undefined {
  try {
    return read(parseJson(written, "everywhere"));
  } catch {
    return undefined;
  }
}

function pairOf(line: string): Pair | undefined {
  const [, key = "", value = ""] = /^\s*([^\t=:]+?)\s*[\t=:]\s*(.*?)\s*$/.exec(line) ?? [];
  return key === "" ? undefined : { key, value };
}
