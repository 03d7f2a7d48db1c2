import { digitsOf, parseJson } from "@/lib/interface/exact-json";
import { anyJsonProblem, jsonSentence } from "@/lib/interface/json";
import { faultSentence, jsonFault } from "@/lib/interface/json-fault";
import { isObject } from "@/lib/interface/value-shape";
import { mostSampleSets, type SampleSet } from "@/lib/template/content";
import { mostCharacters } from "@/lib/template/text";

/** Characters of the name of a set at most. */
const mostName = 100;
/** The column of a table that names the sets. */
const nameColumn = "set";

/** A set as a file has it, which need not name it. */
export type ReadSet = Pick<SampleSet, "values"> & { name: string | undefined };

/** Sets that a file or a pasted text holds, or what keeps it from being read. */
export type ReadSets = { sets: ReadSet[]; problem?: undefined } | { problem: string };

/** The result of an import: the sets after it, how many were imported, how many did not fit. */
export interface ImportedSets {
  sets: SampleSet[];
  importedSets: number;
  left: number;
  /** Names of values that no parameter has. */
  unknown: string[];
  /** Values that were too long and were cut, as “name in VIP”. */
  cut: string[];
}

/** Returns a name that none of these sets has: the proposed one, or that with a number. */
export function freeName(proposedName: string, sets: readonly Pick<SampleSet, "name">[]): string {
  const isTaken = (name: string) => sets.some((one) => one.name === name);
  let name = (proposedName.trim() || "Set").slice(0, mostName);
  const base = name.slice(0, mostName - 4);
  for (let number = 2; isTaken(name); number += 1) name = `${base} ${number}`;
  return name;
}

/** The same sets, each with a name of its own: an author of files may have written one twice. */
export function apart(sets: readonly SampleSet[]): SampleSet[] {
  return sets.reduce<SampleSet[]>(
    (distinctSets, set) => [...distinctSets, { ...set, name: freeName(set.name, distinctSets) }],
    [],
  );
}

/** The values of a set whose parameter is called otherwise from now on. */
export function withRenamed(
  values: SampleSet["values"],
  from: string,
  to: string,
): SampleSet["values"] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name === from ? to : name, value]),
  );
}

/**
 * Reads sets from JSON: a list of `{"name", "values"}`, as the API has them; a list of objects of
 * values; one such object; or an object of them by name. A number stays as it is
 * written.
 */
export function setsOfJson(text: string): ReadSets {
  const fault = jsonFault(text);
  if (fault) return { problem: `This is not JSON. ${faultSentence(fault)}` };
  const value = parseJson(text, "everywhere");
  const wrong = anyJsonProblem(text);
  if (wrong) return { problem: jsonSentence(wrong) };
  const named = Array.isArray(value)
    ? value.map((one: unknown) => asNamed(one))
    : isObject(value)
      ? namedIn(value)
      : [undefined];
  const sets: ReadSet[] = [];
  for (const one of named) {
    const values = one && valuesIn(one.values);
    if (!one || !values)
      return { problem: 'Each set must be an object of values, such as {"name": "Maya"}.' };
    sets.push({ name: nameIn(one.name), values });
  }
  return sets.length === 0 ? { problem: "There is no set in it." } : { sets };
}

/**
 * Reads sets from a table: a line each, below a line of parameters' names; a column "set" names
 * them. An empty cell is no value. Lines of one value above the line with "set" are titles.
 */
export function setsOfTable(table: readonly (readonly string[])[]): ReadSets {
  const [head = [], ...rows] = table.slice(titlesAbove(table));
  const columns = head.map((name) => name.trim());
  if (columns.length === 0 || rows.length === 0)
    return { problem: "The first line must name the parameters, and each line below be a set." };
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice !== undefined) return { problem: `Two columns are called “${twice}”.` };
  const sets: ReadSet[] = [];
  for (const row of rows) {
    const cells = columns
      .map((name, index) => [name, row[index] ?? ""] as const)
      .filter(([name, cell]) => name !== "" && cell !== "");
    const named = cells.find(([name]) => name === nameColumn)?.[1];
    const values = Object.fromEntries(cells.filter(([name]) => name !== nameColumn));
    sets.push({ name: nameIn(named), values });
  }
  return { sets };
}

/** How many lines of titles stand above the names of the columns. */
function titlesAbove(table: readonly (readonly string[])[]): number {
  const filled = table.map((row) => row.filter((cell) => cell.trim() !== "").length);
  const first = filled.findIndex((count) => count > 1);
  return first > 0 && table[first]?.some((name) => name.trim() === nameColumn) ? first : 0;
}

/** Sets as a table that {@link setsOfTable} reads: also of none, for its header. */
export function tableOfSets(parameters: readonly string[], sets: readonly SampleSet[]): string[][] {
  return [
    [nameColumn, ...parameters],
    ...sets.map(({ name, values }) => [name, ...parameters.map((one) => values[one] ?? "")]),
  ];
}

/**
 * Imports sets: a set with the name of an existing one replaces it; a set without a name, or with a
 * name that the file has twice, gets a free name. Values that no parameter has are left out.
 */
export function withSets(
  sets: readonly SampleSet[],
  read: readonly ReadSet[],
  parameters: readonly string[],
): ImportedSets {
  const next = [...sets];
  const [unknown, used, cut] = [new Set<string>(), new Set<string>(), [] as string[]];
  // Names that come later in the file are not free either.
  const named = read.flatMap(({ name }) => (name === undefined ? [] : [{ name }]));
  let importedSets = 0;
  for (const { name: nameInFile, values } of read) {
    const isOwn = nameInFile !== undefined && !used.has(nameInFile);
    const name = isOwn
      ? nameInFile
      : nameInFile === undefined
        ? numbered([...next, ...named])
        : freeName(nameInFile, [...next, ...named]);
    used.add(name);
    const declaredValues = Object.entries(values).filter(
      ([one]) => parameters.includes(one) || !unknown.add(one),
    );
    const at = next.findIndex((one) => one.name === name);
    if (at === -1 && next.length >= mostSampleSets) continue;
    for (const [one, value] of declaredValues)
      if (value.length > mostCharacters) cut.push(`${one} in ${name}`);
    const set = {
      name,
      values: Object.fromEntries(declaredValues.map(([one, value]) => [one, beginningOf(value)])),
    };
    next.splice(at === -1 ? next.length : at, at === -1 ? 0 : 1, set);
    importedSets += 1;
  }
  return { sets: next, importedSets, left: read.length - importedSets, unknown: [...unknown], cut };
}

/** The first of “Set 1”, “Set 2”, … that none of these sets has. */
function numbered(sets: readonly Pick<SampleSet, "name">[]): string {
  let number = 1;
  while (sets.some((one) => one.name === `Set ${number}`)) number += 1;
  return `Set ${number}`;
}

function nameIn(text: string | undefined): string | undefined {
  return (text ?? "").trim().slice(0, mostName).trim() || undefined;
}

/** Returns as much of a value as can be stored. Half of a surrogate pair cannot be. */
function beginningOf(value: string): string {
  return value.length > mostCharacters
    ? value.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, "")
    : value;
}

function asNamed(one: unknown): { name: string | undefined; values: unknown } | undefined {
  if (!isObject(one)) return undefined;
  const { name, values } = one;
  return isObject(values)
    ? { name: typeof name === "string" ? name : undefined, values }
    : { name: undefined, values: one };
}

function namedIn(value: Record<string, unknown>): { name: string | undefined; values: unknown }[] {
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([, one]) => isObject(one)))
    return [{ name: undefined, values: value }];
  return members.map(([name, values]) => ({ name, values }));
}

function valuesIn(json: unknown): Record<string, string> | undefined {
  if (!isObject(json)) return undefined;
  const values = Object.entries(json).flatMap(([name, value]): [string, string | undefined][] =>
    value === null ? [] : [[name, scalarText(value)]],
  );
  return values.every((one): one is [string, string] => one[1] !== undefined)
    ? Object.fromEntries(values)
    : undefined;
}

function scalarText(value: unknown): string | undefined {
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
