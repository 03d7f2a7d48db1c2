import { parseJson } from "@/lib/interface/exact-json";

/** A key and its value, as they are typed. */
export interface Pair {
  key: string;
  value: string;
}

/**
 * Returns the pairs of a pasted text: the members of a JSON object, or lines of `key=value`,
 * `key: value` or two cells of a sheet. Undefined for any other text, which is pasted unchanged.
 *
 * @param read returns the pairs of such an object; its numbers keep their digits (`parseJson`)
 */
export function pairsOf(
  text: string,
  read: (members: unknown) => readonly Pair[],
): readonly Pair[] | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return membersOf(trimmed, read);
  const lines = trimmed.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  // A single line may be a value that contains such a sign; a tab separates cells of a sheet.
  if (lines.length < 2 && !trimmed.includes("\t")) return undefined;
  const pairs = lines.flatMap((line) => pairOf(line) ?? []);
  return pairs.length === lines.length ? pairs : undefined;
}

function membersOf(
  json: string,
  read: (members: unknown) => readonly Pair[],
): readonly Pair[] | undefined {
  try {
    return read(parseJson(json, "everywhere"));
  } catch {
    return undefined;
  }
}

function pairOf(line: string): Pair | undefined {
  const [, key = "", value = ""] = /^\s*([^\t=:]+?)\s*[\t=:]\s*(.*?)\s*$/.exec(line) ?? [];
  return key === "" ? undefined : { key, value };
}
