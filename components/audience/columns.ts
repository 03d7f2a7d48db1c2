import { mostParameters } from "@/lib/inputs/audience";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";

/** What the columns of a file mean. */
export interface Mapping {
  /** The first row has the names of the columns. */
  headed: boolean;
  /** Columns that each row must have; undefined: any number. */
  width: number | undefined;
  /** The column with the identifiers, and of which kind they are. */
  column: number;
  kind: DestinationKey;
  /** Columns whose values are kept, under these names. */
  parameters: readonly { column: number; name: string }[];
}

/** The column that most likely has the identifiers, and their kind; undefined when none is named like one. */
export function guessColumn(header: readonly string[]): { column: number; kind: DestinationKey } | undefined {
  const kinds = header.map(kindOfName);
  const named = kinds.findIndex((kind) => kind !== undefined);
  const column = named >= 0 ? named : header.findIndex((name) => plain(name) === "id");
  return column < 0 ? undefined : { column, kind: kinds[column] ?? "userid" };
}

/** The kind of identifiers that a column of this name has; undefined when it names none. */
export function kindOfName(name: string): DestinationKey | undefined {
  return destinationKeys.find((key) => plain(key) === plain(name));
}

/** Why a column cannot be a parameter; undefined when it can. */
export function parameterFault(header: readonly string[], column: number): string | undefined {
  const given = header[column]?.trim() ?? "";
  if (given === "") return "it has no name";
  const name = parameterName(given);
  if (name === "") return "a parameter’s name has letters, digits and _ only";
  // Of two, the one that is really called so keeps the name, else the first.
  const holder = header.findIndex((other) => other.trim() === name);
  const first = holder === -1 ? header.findIndex((other) => parameterName(other) === name) : holder;
  return first === column ? undefined : "another column has the same name";
}

const longestName = 64;

/** What a column’s values are called as a parameter: its own name where that can be one, else what is left of it: "City Name" becomes `city_name`. */
export function parameterName(column: string): string {
  const name = column.trim();
  if (/^\w{1,64}$/.test(name)) return name;
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, longestName);
}

/** What a file with these first rows most likely means: identifiers where a column is named so, all others parameters. */
export function guessMapping(first: readonly string[]): Mapping {
  const found = guessColumn(first);
  // Without a known name the first line may be a recipient: names of columns are words, each another one, and hold no digits.
  const words = first.every((cell) => /^[A-Za-z][A-Za-z _-]*$/.test(cell.trim())) && new Set(first).size === first.length;
  const headed = found !== undefined || (first.length > 1 && words);
  const column = found?.column ?? 0;
  return {
    headed,
    width: first.length,
    column,
    kind: found?.kind ?? "userid",
    parameters: headed ? possibleParameters(first, column).slice(0, mostParameters) : [],
  };
}

/** Every column that can be a parameter when the identifiers are in another one. */
export function possibleParameters(header: readonly string[], idColumn: number): { column: number; name: string }[] {
  return header.flatMap((name, column) =>
    column === idColumn || parameterFault(header, column) !== undefined ? [] : [{ column, name: parameterName(name) }],
  );
}

/** "User ID" and "user_id" are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
