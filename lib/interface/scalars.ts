import { z } from "zod";
import { ruleIssue, wordIssue } from "./issue";
import type { RuleId } from "./rules";
import { utf8Bytes, withoutEdges } from "./text";

/**
 * A JSON value, as the caller wrote it. A number whose digits JavaScript does not keep is the
 * string that `digitsOf` knows.
 */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** `T` without members that are `undefined`. */
export type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} extends infer R
  ? { [K in keyof R]: R[K] }
  : never;

/**
 * The object without the members that are absent, so that a normalised request has none; an empty
 * string counts as absent (contract 4).
 */
export function present<T extends object>(value: T): WithoutUndefined<T> {
  const keys = Object.keys(value) as (keyof T)[];
  let whole = true;
  for (const key of keys) if (isAbsent(value[key])) whole = false;
  if (whole) return value as unknown as WithoutUndefined<T>;
  const presentMembers: Partial<T> = {};
  for (const key of keys) if (!isAbsent(value[key])) presentMembers[key] = value[key];
  return presentMembers as unknown as WithoutUndefined<T>;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === "";
}

/** Returns a schema of an object that drops unknown members (contract 4); `lint` reports them. */
export function members<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: wordIssue });
}

/**
 * A check that runs even when a member of the object was refused, so that all problems come at
 * once.
 */
export function always<T>(
  checkValue: (value: T, ctx: z.core.ParsePayload<T>) => void,
): z.core.$ZodCheck<T> {
  const check = z.check<T>((payload) => checkValue(payload.value, payload));
  check._zod.def.when = () => true;
  return check;
}

/** A string as JSON gives it. */
export function text() {
  return z.string({ error: wordIssue });
}

/**
 * An optional string. The object that holds it takes an empty one for absent, by {@link present}
 * (contract 4).
 */
export function optionalText(meta: z.core.GlobalMeta & { description: string }) {
  return text().meta(meta).optional();
}

/** An optional string of at most `maxBytes` bytes of UTF-8. */
export function optionalBytes(rule: RuleId, maxBytes: number, description: string) {
  return text()
    .transform((value, ctx) => {
      const bytes = utf8Bytes(value);
      if (bytes > maxBytes) ctx.addIssue(ruleIssue(rule, { limit: maxBytes, bytes }));
      return value === "" ? undefined : value;
    })
    .meta({ description, maxBytes })
    .optional();
}

/** Reads an integer or its decimal string (contract 4); `undefined` for anything else. */
export function readInteger(value: string | number): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

/**
 * Whether an integer or its decimal string is left out: a text that is empty, or white space alone
 * (contract 4).
 */
export function isBlank(value: string | number): boolean {
  return typeof value === "string" && withoutEdges(value) === "";
}

interface WholeNumber {
  rule: RuleId;
  /** The largest value that is accepted, and named in the message. */
  max: number;
  /** The largest value that is passed on, when that is less. */
  clampTo?: number;
  description: string;
  unit?: string;
}

/**
 * An optional integer from 0 to `max`, or its decimal string; an empty string, or one of white
 * space alone, counts as absent (contract 4).
 */
export function optionalWholeNumber({ rule, max, clampTo = max, description, unit }: WholeNumber) {
  const limits = { minimum: 0, maximum: max };
  const { message, params } = ruleIssue(rule, { limit: max });
  return z
    .custom<number | string>(isScalar, { error: message, params, abort: true })
    .transform((value, ctx) => {
      if (isBlank(value)) return undefined;
      const number = readInteger(value);
      if (number === undefined || number < 0 || number > max) {
        ctx.addIssue(ruleIssue(rule, { limit: max }));
        return undefined;
      }
      // 0 + turns the minus zero of "-0" into a plain one.
      return 0 + Math.min(number, clampTo);
    })
    .meta({
      description,
      ...limits,
      ...(unit === undefined ? {} : { unit }),
      ...(clampTo === max ? {} : { sentAtMost: clampTo }),
      anyOf: [
        { type: "integer", ...limits },
        { type: "string", pattern: "^(\\d*|\\s*)$" },
      ],
    })
    .optional();
}
