import { columnKey, hasNames } from "@/components/form/file/column-names";
import { mostParameters } from "@/lib/inputs/audience";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { isoDate, type DateOrder } from "./written-dates";

/** What the columns of a file mean. */
export interface Mapping {
  /** The first row contains column names. */
  headed: boolean;
  /** The line with these names, where titles stand above it; the rows above are left out. */
  headerLine?: number;
  /** Columns that a row has at most; undefined: any number. */
  width: number | undefined;
  /** Columns that each row must have, where it may end before the others: those have no name. */
  least?: number;
  /** The column with the identifiers, and of which kind they are. */
  column: number;
  kind: DestinationKey;
  /**
   * The column that says of which kind each identifier is, in place of `kind`; undefined when all
   * are of one.
   */
  kindColumn?: number;
  /** Columns whose values are stored, and the names to store them under. */
  parameters: readonly MappedParameter[];
}

/** A column whose values are those of a parameter. */
export interface MappedParameter {
  column: number;
  name: string;
  /** Its dates are written in this order, and stored as ISO 8601. */
  dates?: DateOrder;
}

/** The value of a parameter in a cell. */
export function valueIn(cell: string, { dates }: Pick<MappedParameter, "dates">): string {
  return (dates && isoDate(cell, dates)) ?? cell;
}

/**
 * The column that most likely has the identifiers, and their kind; undefined when none is named
 * like one.
 */
export function guessColumn(
  header: readonly string[],
): { column: number; kind: DestinationKey } | undefined {
  const kinds = header.map(kindOfName);
  const named = kinds.findIndex((kind) => kind !== undefined);
  const column = named >= 0 ? named : header.findIndex((name) => columnKey(name) === "id");
  return column < 0 ? undefined : { column, kind: kinds[column] ?? "userid" };
}

/** The kind of identifiers that a column of this name has; undefined when it names none. */
export function kindOfName(name: string): DestinationKey | undefined {
  return destinationKeys.find((key) => columnKey(key) === columnKey(name));
}

/** Why a column cannot be a parameter; undefined when it can. */
export function parameterFault(header: readonly string[], column: number): string | undefined {
  const ownName = header[column]?.trim() ?? "";
  if (ownName === "") return "it has no name";
  const name = parameterName(ownName);
  if (name === "") return "a parameter’s name has letters, digits and _ only";
  // Of two, the one that is really called so keeps the name, else the first.
  const holder = header.findIndex((other) => other.trim() === name);
  const first = holder === -1 ? header.findIndex((other) => parameterName(other) === name) : holder;
  return first === column ? undefined : "another column has the same name";
}

/** In front of the columns of a file of rows that were left out; no parameters of anybody. */
export const leftOutColumns = ["Line", "Left out because it"] as const;

const longestName = 64;

/**
 * What a column’s values are called as a parameter: its own name where that can be one, else what
 * is left of it: "City Name" becomes `city_name`.
 */
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

/**
 * What a file with these first rows most likely means: identifiers where a column is named so, all
 * others parameters.
 *
 * @param rows some rows behind the first one: by them it shows whether that has names or is a
 *   recipient
 */
export function guessMapping(
  first: readonly string[],
  rows: readonly (readonly string[])[] = [],
): Mapping {
  const mended = leftOutColumns.every((name, index) => first[index] === name)
    ? leftOutColumns.length
    : 0;
  const recipientColumn = guessColumn(first);
  const headed = recipientColumn !== undefined || mended > 0 || hasNames(first, rows);
  const column = recipientColumn?.column ?? mended;
  const least = first.findLastIndex((name) => name.trim() !== "") + 1;
  const parameters = headed
    ? possibleParameters(first, column).filter((one) => one.column >= mended)
    : [];
  return {
    headed,
    width: first.length,
    ...(least < first.length && { least }),
    column,
    kind: recipientColumn?.kind ?? "userid",
    ...(hasKinds(first) && column === 1 ? { kindColumn: 0 } : {}),
    parameters: parameters.slice(0, mostParameters),
  };
}

/** Every column that can be a parameter when the identifiers are in another one. */
export function possibleParameters(
  header: readonly string[],
  idColumn: number,
): { column: number; name: string }[] {
  const kinds = idColumn === 1 && hasKinds(header) ? 0 : undefined;
  return header.flatMap((name, column) =>
    column === idColumn || column === kinds || parameterFault(header, column) !== undefined
      ? []
      : [{ column, name: parameterName(name) }],
  );
}

/**
 * Whether the first column says of which kind the id behind it is: so it is in an exported list of
 * several kinds.
 */
function hasKinds([kind = "", id = ""]: readonly string[]): boolean {
  return columnKey(kind) === "kind" && columnKey(id) === "id";
}
