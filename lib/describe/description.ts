import { z } from "zod";
import { withoutUserInfo } from "@/lib/interface/url";

/** How a field is written: on one line, on several, as an address, or chosen. */
export type FieldType = "line" | "lines" | "url" | "choice";

/**
 * One member of what is described, defined once for forms, sealing, masking, checks and
 * documentation.
 */
export interface Field {
  label: string;
  type: FieldType;
  /** Sealed at rest, and never shown again. */
  secret: boolean;
  /** Where to find it, or what it does: a sentence or two. */
  help: string;
  /** What one looks like. It passes `check`, and opens nothing. */
  example: string;
  /** What of a choice is shown, by value. */
  options?: Readonly<Record<string, string>>;
  /**
   * The provider's own addresses, by what they are called; any other address is typed. Of fields of
   * the type `url`.
   */
  presets?: Readonly<Record<string, string>>;
  /**
   * The choice that the field belongs to: it is part of a value only where that field, a `choice`,
   * has this value.
   */
  when?: Readonly<Record<string, string>>;
  check: z.ZodType<string | undefined>;
}

export type Fields = Readonly<Record<string, Field>>;

type Shape<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends { when: object }
    ? z.ZodOptional<F[Name]["check"]>
    : F[Name]["check"];
};
/** Fields none of which depends on a choice. */
type Unconditional = Readonly<Record<string, Field & { when?: never }>>;

/**
 * Something with fields, some of which are secret. `schema` has exactly the members that `fields`
 * describes; members of a choice that is not selected are left out unread.
 */
export interface Description<F extends Fields = Fields> {
  label: string;
  help: string;
  fields: F;
  schema: z.ZodType<z.output<z.ZodObject<Shape<F>>>, z.input<z.ZodObject<Shape<F>>>>;
}

/** The names of the secret fields. */
export type SecretName<F extends Fields> = {
  [Name in keyof F]: F[Name]["secret"] extends false ? never : Name;
}[keyof F] &
  string;
/** What is described, after its check. */
export type DescribedValues<F extends Fields> = z.output<Description<F>["schema"]>;

interface About<F extends Fields> extends Omit<Description<F>, "schema"> {
  /** What is wrong with members that are well by themselves, at the one to mend. */
  agree?: (value: DescribedValues<F>) => { field: keyof F & string; message: string } | undefined;
}

/**
 * Describes something. Builds its schema from the checks of its fields, so that no member lacks
 * words, and each says whether it is secret.
 */
export function description<const F extends Unconditional>(
  about: About<F>,
): Description<F> & { schema: z.ZodObject<Shape<F>> };
export function description<const F extends Fields>(about: About<F>): Description<F>;
export function description<const F extends Fields>({ agree, ...about }: About<F>): Description<F> {
  const { fields } = about;
  const shape = Object.fromEntries(
    Object.entries<Field>(fields).map(([name, { check, when }]) => [
      name,
      when ? check.optional() : check,
    ]),
  );
  const schema = z.object(shape);
  const isConditional = Object.values<Field>(fields).some(({ when }) => when);
  const checkedSchema =
    agree || isConditional
      ? schema.superRefine((value, context) => {
          const missing = missingIn(fields, value);
          for (const name of missing)
            context.addIssue({ code: "custom", path: [name], message: "is missing" });
          const wrong = missing.length === 0 && agree?.(value as DescribedValues<F>);
          if (wrong)
            context.addIssue({ code: "custom", path: [wrong.field], message: wrong.message });
        })
      : schema;
  const read = isConditional
    ? z.preprocess((value) => chosenOf(fields, value), checkedSchema)
    : checkedSchema;
  return { ...about, schema: read as unknown as Description<F>["schema"] };
}

/** Returns the fields of the selected choice that need a value and have none. */
function missingIn(fields: Fields, value: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.when &&
    value[name] === undefined &&
    applies(fields, name, value) &&
    limitsOf(field).required
      ? [name]
      : [],
  );
}

/**
 * Returns whether a field is part of a value: it belongs to no choice, or to the selected one.
 * Defaults count where nothing is selected.
 */
export function applies(
  fields: Fields,
  name: string,
  value: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(fields[name]?.when ?? {}).every(([choice, expected]) => {
    const field = fields[choice];
    return (value[choice] ?? (field && limitsOf(field).fallback)) === expected;
  });
}

/** Returns a value without the members of choices that are not selected. */
function chosenOf(fields: Fields, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(members).filter(
      ([name]) => !Object.hasOwn(fields, name) || applies(fields, name, members),
    ),
  );
}

/** A value in two parts: members that may be shown, and those that are stored sealed. */
export interface Parts {
  settings: Record<string, string>;
  secret: Record<string, string>;
}

/**
 * A value in its two parts. Only a field that says it is not secret goes to the settings; members
 * without a description are dropped.
 */
export function partsOf<F extends Fields>(
  { fields }: Description<F>,
  value: DescribedValues<F>,
): Parts {
  const parts: Parts = { settings: {}, secret: {} };
  for (const [name, field] of Object.entries<Field>(fields)) {
    const member = (value as Record<string, string | undefined>)[name];
    if (member !== undefined) parts[isOpen(field) ? "settings" : "secret"][name] = member;
  }
  return parts;
}

/** A mark that is missing, where the compiler was talked out of its objection, counts as secret. */
function isOpen({ secret }: Pick<Field, "secret">): boolean {
  return secret === false;
}

/** What people see in place of a secret: that there is one, not how long it is. */
export const mask = "••••••••";

/**
 * A value, or its settings alone, as it may be shown and written down: its fields, each secret
 * masked, user names in addresses included. What is no field is left out, so that nothing shows
 * that was stored by mistake.
 */
export function masked(
  { fields }: Description,
  value: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (typeof member !== "string") return [];
      if (!isOpen(field)) return [[name, mask]];
      return [[name, field.type === "url" ? withoutUserInfo(member) : member]];
    }),
  );
}

/** The limits of a field, as far as its check shows them without a value. */
export interface Limits {
  required: boolean;
  /** What counts where nothing is written. */
  fallback?: string;
  /** UTF-16 units. */
  least?: number;
  most?: number;
}

/** The limits of a field, read from its check. */
export function limitsOf({ check }: Pick<Field, "check">): Limits {
  const { minLength, maxLength } = z.toJSONSchema(check, { io: "input", unrepresentable: "any" });
  const unwritten = check.safeParse(undefined);
  return {
    required: !unwritten.success,
    ...(unwritten.data !== undefined && { fallback: unwritten.data }),
    ...(minLength !== undefined && { least: minLength }),
    ...(maxLength !== undefined && { most: maxLength }),
  };
}

/** What stands in the audit log for a secret that another one took the place of. */
const replaced = "Replaced";

/**
 * What a value was and what it becomes, both {@link masked}, for the audit log: a secret that is
 * another one now is "Replaced".
 *
 * @param before nothing where there was none
 */
export function maskedChange(
  what: Description,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, string>; after: Record<string, string> } {
  const was = masked(what, before);
  const entries = Object.entries(masked(what, after)).map(([name, maskedText]) => {
    const field = what.fields[name];
    const isOther =
      field !== undefined && !isOpen(field) && name in was && before[name] !== after[name];
    return [name, isOther ? replaced : maskedText] as const;
  });
  return { before: was, after: Object.fromEntries(entries) };
}
