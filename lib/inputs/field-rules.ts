import { z } from "zod";
import { limitsOf } from "@/lib/describe/description";

/** What a schema asks of one field, as far as a form can show it before any error. */
export interface FieldRules {
  /** Whether it has to be filled in. */
  required: boolean;
  /**
   * Whether a field that is left empty is no member at all: its check takes none, and does not take
   * "".
   */
  absentWhenEmpty: boolean;
  /** UTF-16 units of its text. */
  most?: number;
}

/**
 * What a schema asks of the field at a path of it, such as `parameters.0.name`.
 *
 * @throws {Error} for a path that the schema does not have: a form has a field that nothing will
 *   read
 */
export function fieldRules(schema: z.ZodType, path: string): FieldRules {
  const check = path
    .split(".")
    .reduce<z.ZodType | undefined>((holder, step) => holder && checkIn(holder, step), schema);
  if (!check) throw new Error(`The schema of this form has no ${path}`);
  // What its check yields does not matter, only whether it takes it.
  const { required: needed, most } = limitsOf({ check: check as z.ZodType<string | undefined> });
  const takesEmpty = check.safeParse("").success;
  return {
    required: needed && !takesEmpty,
    absentWhenEmpty: !needed && !takesEmpty,
    ...(most !== undefined && { most }),
  };
}

function checkIn(holder: z.ZodType, step: string): z.ZodType | undefined {
  if (holder instanceof z.ZodObject) {
    const shape = holder.shape as Readonly<Record<string, z.ZodType>>;
    return Object.hasOwn(shape, step) ? shape[step] : undefined;
  }
  if (holder instanceof z.ZodArray) return holder.element as z.ZodType;
  if (holder instanceof z.ZodRecord) return holder.valueType as z.ZodType;
  if (
    holder instanceof z.ZodOptional ||
    holder instanceof z.ZodNullable ||
    holder instanceof z.ZodReadonly
  )
    return checkIn(holder.unwrap() as z.ZodType, step);
  if (holder instanceof z.ZodDefault || holder instanceof z.ZodPrefault)
    return checkIn(holder.unwrap() as z.ZodType, step);
  // A form checks the input of a pipe, not its output.
  return holder instanceof z.ZodPipe ? checkIn(holder.in as z.ZodType, step) : undefined;
}
