import ts from "typescript";
import type { Column, StatementDescription } from "./describe";
import type { Statement } from "./statements";

/**
 * Returns what is wrong with a statement, given what the database says about it: columns and
 * members of the row type that have no counterpart, columns that come as something else than their
 * member says, parameters that are too many, too few, or of a type that one of the two drivers
 * would refuse or convert. `WHERE` is ignored: a column that may be null in its table may be null
 * in the row. Outer joins are ignored, too: columns that they leave empty are not reported.
 */
export function checkStatement(
  checker: ts.TypeChecker,
  { row, values }: Statement,
  { parameters, columns }: StatementDescription,
): string[] {
  return [
    ...(row ? checkRow(checker, row, columns) : []),
    ...(values ? checkValues(checker, values, parameters) : []),
  ];
}

function checkRow(checker: ts.TypeChecker, row: ts.Type, columns: readonly Column[]): string[] {
  const members = new Map(checker.getPropertiesOfType(row).map((member) => [member.name, member]));
  if (members.size === 0) return [`its row type ${checker.typeToString(row)} names no columns`];
  const wrong = [...members.keys()]
    .filter((name) => !columns.some((column) => column.name === name))
    .map((name) => `it has no column “${name}”`);
  for (const column of columns) {
    const member = members.get(column.name);
    if (!member) {
      wrong.push(`the row type has no member for its column “${column.name}”`);
      continue;
    }
    const type = checker.getTypeOfSymbol(member);
    const no = comesAs(checker, type, column);
    if (no)
      wrong.push(
        `column “${column.name}” (${column.type}) is taken for ${checker.typeToString(type)}: ${no}`,
      );
  }
  return wrong;
}

function comesAs(checker: ts.TypeChecker, type: ts.Type, column: Column): string | undefined {
  const parts = partsOf(type);
  if (parts.some(is(ts.TypeFlags.Undefined))) return "a column is never undefined";
  if (parts.some(is(ts.TypeFlags.Any | ts.TypeFlags.Unknown))) return undefined;
  if (column.mayBeNull && !parts.some(is(ts.TypeFlags.Null))) return "it may be null";
  const solid = parts.filter((part) => !is(ts.TypeFlags.Null)(part));
  const array = column.type.endsWith("[]");
  const comes = read.get(column.words ? "text" : array ? column.type.slice(0, -2) : column.type);
  if (!comes || (array && column.words)) return "it comes as text from the driver";
  for (const part of solid) {
    const one = array ? elementOf(checker, part) : part;
    if (!one || !partsOf(one).every((piece) => kinds[comes](checker, piece)))
      return `it comes as ${comes}${array ? "[]" : ""}`;
  }
  const allowedWords = solid.filter((part) => part.isStringLiteral()).map((part) => part.value);
  const unexpectedWord =
    allowedWords.length === solid.length
      ? column.words?.find((word) => !allowedWords.includes(word))
      : undefined;
  return unexpectedWord === undefined ? undefined : `it may be “${unexpectedWord}”`;
}

function checkValues(
  checker: ts.TypeChecker,
  values: readonly ts.Type[],
  parameters: readonly string[],
): string[] {
  if (values.length !== parameters.length)
    return [`it has ${parameters.length} parameters and is given ${values.length}`];
  return values.flatMap((value, at) => {
    const parameterType = parameters[at] ?? "";
    const array = parameterType.endsWith("[]");
    const acceptedKinds = parameterKinds.get(array ? parameterType.slice(0, -2) : parameterType);
    const fits = (type: ts.Type): boolean =>
      partsOf(type).every(
        (part) =>
          is(ts.TypeFlags.Null)(part) ||
          (acceptedKinds ?? ["string"]).some((kind) => kinds[kind](checker, part)),
      );
    const right = array
      ? partsOf(value).every((part) => {
          const element = elementOf(checker, part);
          return is(ts.TypeFlags.Null)(part) || (element !== undefined && fits(element));
        })
      : fits(value);
    return right
      ? []
      : [`$${at + 1} is ${parameterType} and is given ${checker.typeToString(value)}`];
  });
}

type Kind = "string" | "number" | "boolean" | "bigint" | "Date" | "Uint8Array" | "Buffer" | "JSON";

const kinds: Record<Kind, (checker: ts.TypeChecker, type: ts.Type) => boolean> = {
  string: (_, type) => is(ts.TypeFlags.StringLike)(type),
  number: (_, type) => is(ts.TypeFlags.NumberLike)(type),
  boolean: (_, type) => is(ts.TypeFlags.BooleanLike)(type),
  bigint: (_, type) => is(ts.TypeFlags.BigIntLike)(type),
  Date: (_, type) => type.symbol?.name === "Date",
  Uint8Array: (_, type) => type.symbol?.name === "Uint8Array",
  Buffer: (_, type) => type.symbol?.name === "Buffer",
  // What is in it is for its reader to check: the database does not know.
  JSON: (_, type) =>
    !is(ts.TypeFlags.StringLike | ts.TypeFlags.BigIntLike)(type) &&
    !["Date", "Uint8Array"].includes(type.symbol?.name ?? ""),
};

/**
 * How each type of column comes from the driver; others, such as bigint, as a text of their own.
 */
const read = new Map<string, Kind>([
  ["bool", "boolean"],
  ["int2", "number"],
  ["int4", "number"],
  ["float4", "number"],
  ["float8", "number"],
  ["text", "string"],
  ["varchar", "string"],
  ["name", "string"],
  ["uuid", "string"],
  ["numeric", "string"],
  ["bytea", "Uint8Array"],
  ["timestamptz", "Date"],
  ["json", "JSON"],
  ["jsonb", "JSON"],
]);

/** What the driver takes for each type of parameter; for others a text. */
const parameterKinds = new Map<string, Kind[]>([
  ["bool", ["boolean"]],
  ["int2", ["number"]],
  ["int4", ["number"]],
  ["int8", ["number", "bigint"]],
  ["float4", ["number"]],
  ["float8", ["number"]],
  ["numeric", ["number", "string"]],
  ["bytea", ["Uint8Array", "Buffer"]],
  ["timestamptz", ["Date", "string"]],
]);

function is(flags: ts.TypeFlags): (type: ts.Type) => boolean {
  return ({ flags: own }) => (own & flags) !== 0;
}

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function elementOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  return checker.isArrayType(type) || checker.isTupleType(type)
    ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    : undefined;
}
