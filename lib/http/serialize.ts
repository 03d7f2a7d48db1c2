import { z } from "zod";

/** An answer, ready to be written. */
export interface Reply {
  status: number;
  /** Bytes are written as they are, everything else as JSON. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Schemas of an answer, by status. The rows of a verb must fit one to compile. */
type Schemas = Readonly<Partial<Record<number, z.ZodType>>>;
type Row<S extends Schemas> = z.input<NonNullable<S[keyof S]>>;

interface RowReplyOptions<S extends Schemas, R> {
  /** 200 by default. */
  status?: (row: R) => keyof S & number;
  /** Writes the row; `JSON.stringify` by default. */
  write?: (row: unknown) => string;
}

/**
 * Returns what makes an answer of a verb's row: its declared members, in the order of the row, so
 * that no other member leaves. It does not check their values: the tests do.
 */
export function rowReply<const S extends Schemas, R extends Row<S> = Row<S>>(
  schemas: S,
  { status, write = JSON.stringify }: RowReplyOptions<S, R> = {},
): (row: R) => Reply {
  const pickers = new Map(
    Object.entries(schemas).map(([name, schema]) => [Number(name), schema && picker(schema)]),
  );
  return (row) => {
    const code = status?.(row) ?? 200;
    if (!pickers.has(code)) throw new Error(`An answer ${code} is not declared.`);
    const pick = pickers.get(code);
    return { status: code, body: Buffer.from(write(pick ? pick(row) : row)) };
  };
}

type PickMembers = (value: unknown) => unknown;

/** Kinds of schemas whose values have no members, or any. */
const leaves = new Set(["string", "number", "boolean", "enum", "literal", "unknown"]);

/**
 * Compiles a schema to a function that returns a value without undeclared members: a copy where it
 * has some, as a rule the value itself. Undefined where every value leaves as it is. Throws for a
 * schema of another kind.
 */
function picker(schema: z.core.$ZodType): PickMembers | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  ) {
    const pick = picker(schema.unwrap());
    return pick && ((value) => (value === null || value === undefined ? value : pick(value)));
  }
  if (schema instanceof z.ZodArray) {
    const pick = picker(schema.element);
    return pick && ((value) => pickedElements(value as readonly unknown[], pick));
  }
  if (schema instanceof z.ZodObject) return memberPicker(schema);
  const isLeaf =
    schema instanceof z.ZodRecord
      ? picker(schema.valueType) === undefined
      : leaves.has(schema._zod.def.type);
  if (!isLeaf) throw new Error(`An answer has no values of the kind ${schema._zod.def.type}.`);
  return undefined;
}

function pickedElements(elements: readonly unknown[], pick: PickMembers): readonly unknown[] {
  const picked = elements.map(pick);
  return picked.some((element, index) => element !== elements[index]) ? picked : elements;
}

function memberPicker({ shape, def }: z.ZodObject): PickMembers | undefined {
  // A loose object lets every member through.
  if (def.catchall !== undefined) return undefined;
  const names = new Set(Object.keys(shape));
  const inner = Object.entries(shape).flatMap(([name, member]) => {
    const pick = picker(member);
    return pick ? [{ name, pick }] : [];
  });
  return (value) => {
    let row = value as Record<string, unknown>;
    if (!Object.keys(row).every((name) => names.has(name)))
      row = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
    for (const { name, pick } of inner) {
      const part = row[name];
      const picked = part === undefined ? part : pick(part);
      if (picked !== part) row = { ...row, [name]: picked };
    }
    return row;
  };
}
