import { columnKey, isIdName } from "@/components/form/file/column-names";
import {
  isAttributeName,
  typeOfValue,
  valueOfCell,
  type AttributeType,
  type AttributeValue,
} from "@/lib/inputs/attribute";
import { damageOf } from "@/lib/inputs/csv-text";
import { lineFault } from "@/lib/interface/recipient-id";
import { withoutEdges } from "@/lib/interface/text";
import { typeWords } from "./attribute-words";

/** An attribute that a column can be assigned to. */
export interface NamedType {
  name: string;
  type: AttributeType;
}

/** What a column of a file is read as. */
export type ColumnUse =
  | { is: "userid" | "language" | "timezone" | "none" }
  | ({ is: "attribute" } & NamedType);

/** A line of a file as one user of a batch. */
export interface UserLine {
  line: number;
  user: {
    userid: string;
    language?: string;
    timezone?: string;
    attributes?: Record<string, AttributeValue>;
  };
}

/** A line that is not imported, with why. */
export interface LineProblem {
  line: number;
  message: string;
}

const uses: Readonly<Record<string, ColumnUse>> = {
  language: { is: "language" },
  lang: { is: "language" },
  locale: { is: "language" },
  timezone: { is: "timezone" },
  tz: { is: "timezone" },
};

/** The name of a column as that of an attribute: "Last order" becomes `last_order`. */
export function attributeNameOf(column: string): string {
  const name = column.trim();
  if (isAttributeName(name)) return name;
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
}

/** The type that all of some cells fit; text where they fit no other. */
export function guessType(cells: readonly string[]): AttributeType {
  const filled = cells.map(withoutEdges).filter((cell) => cell !== "");
  if (filled.length === 0) return "text";
  const fits = (type: AttributeType) =>
    filled.every((cell) => valueOfCell(type, cell) !== undefined);
  if (fits("number")) return "number";
  if (fits("boolean")) return "boolean";
  return filled.every((cell) => typeOfValue(cell) === "date") ? "date" : "text";
}

/**
 * What the columns of a file most likely are: the user ID where one is named so, else in the first;
 * attributes of the service by their names; other columns with a name as new attributes, of the
 * type that the first rows show.
 */
export function guessUses(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  existing: readonly NamedType[],
): ColumnUse[] {
  const named = header.findIndex(
    (name) => columnKey(name) === "userid" || columnKey(name) === "user",
  );
  const id = named >= 0 ? named : Math.max(header.findIndex(isIdName), 0);
  const assigned = new Set<string>();
  return header.map((column, at): ColumnUse => {
    if (at === id) return { is: "userid" };
    const use = uses[columnKey(column)];
    if (use && !assigned.has(use.is)) {
      assigned.add(use.is);
      return use;
    }
    const name = attributeNameOf(column);
    if (name === "" || assigned.has(`attribute ${name}`)) return { is: "none" };
    assigned.add(`attribute ${name}`);
    const type =
      existing.find((attribute) => attribute.name === name)?.type ??
      guessType(rows.map((cells) => cells[at] ?? ""));
    return { is: "attribute", name, type };
  });
}

const kindNames = { language: "Language", timezone: "Time zone" } as const;

/** Why columns cannot be imported as they are assigned; undefined where they can. */
export function usesFault(columns: readonly ColumnUse[]): string | undefined {
  const ids = columns.filter(({ is }) => is === "userid").length;
  if (ids !== 1) return "Assign exactly one column to the user ID.";
  if (columns.every(({ is }) => is === "userid" || is === "none"))
    return "Assign a column to an attribute, the language or the time zone.";
  const names = columns.flatMap((use) => (use.is === "attribute" ? [use.name] : []));
  const wrong = names.find((name) => !isAttributeName(name));
  if (wrong !== undefined)
    return `“${wrong}” can’t be the name of an attribute. Use letters, digits and _, at most 40 characters.`;
  const kinds = columns.flatMap(({ is }) => (is === "language" || is === "timezone" ? [is] : []));
  const twice = [...names, ...kinds.map((kind) => kindNames[kind])].find(
    (name, at, all) => all.indexOf(name) < at,
  );
  return twice === undefined
    ? undefined
    : `Two columns are stored as “${twice}”. Change one of them, or choose Not imported for it.`;
}

/**
 * The user of a line; or what is wrong with it. An empty cell says nothing: what is stored stays.
 */
export function userOfRow(
  { line, cells, broken }: { line: number; cells: readonly string[]; broken?: string },
  columns: readonly ColumnUse[],
): UserLine | LineProblem {
  if (broken !== undefined) return { line, message: `The line cannot be read: ${broken}.` };
  if (cells.slice(columns.length).some((cell) => withoutEdges(cell) !== ""))
    return {
      line,
      message: `The line has ${cells.length} values for ${columns.length} columns. Put a value that contains the separator in quotation marks.`,
    };
  const user: UserLine["user"] = { userid: "" };
  const attributes: Record<string, AttributeValue> = {};
  for (const [at, use] of columns.entries()) {
    const cell = withoutEdges(cells[at] ?? "");
    if (use.is === "none" || (cell === "" && use.is !== "userid")) continue;
    if (use.is === "attribute") {
      const value = valueOfCell(use.type, cell);
      if (value === undefined) return { line, message: typeFault(use, cell) };
      attributes[use.name] = value;
    } else if (use.is === "userid") {
      const fault = cell === "" ? "is empty" : (damageOf(cell) ?? lineFault(cell));
      if (fault !== undefined) return { line, message: `The user ID ${fault}.` };
      user.userid = cell;
    } else user[use.is] = cell;
  }
  return {
    line,
    user: { ...user, ...(Object.keys(attributes).length > 0 && { attributes }) },
  };
}

const examples: Readonly<Record<AttributeType, string>> = {
  text: "",
  number: "such as 12.5",
  boolean: "yes or no",
  date: "such as 2026-03-09",
};

function typeFault({ name, type }: NamedType, cell: string): string {
  return `${name} is of the type ${typeWords[type].toLowerCase()}, and “${cell.slice(0, 60)}” is not: write it ${examples[type]}.`;
}
