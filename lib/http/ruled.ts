import type { z } from "zod";
import { problemOf } from "@/lib/directory/user/merge";
import { idText } from "@/lib/inputs/text";
import { inDocumentOrder } from "@/lib/interface/document-order";
import { PROBLEMS, WARNINGS } from "@/lib/interface/limits";
import { namesOf, unknownMembers } from "@/lib/interface/lint-reading";
import { problem, type Problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import { rules, type RuleId } from "@/lib/interface/rules";
import { isObject } from "@/lib/interface/value-shape";
import { newTransid } from "@/lib/runtime/transid";
import { NotFoundError } from "@/lib/verb/errors";
import { readStoredJson, type StoredJsonLimits } from "./bodies";
import { CallError } from "./call-error";
import type { BodyStep } from "./resource";
import type { Reply } from "./serialize";

/**
 * Reads a body by a schema, and refuses it by the rules of the interface, with every problem in the
 * order of the members as written (contract 2).
 */
export function ruledBody<S extends z.ZodType>(
  schema: S,
  limits: StoredJsonLimits,
): BodyStep<z.input<S>> {
  return {
    read: async (call) => {
      const { value, text } = await readStoredJson(call, limits);
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return value as z.input<S>;
      const problems = parsed.error.issues.slice(0, PROBLEMS).map(problemOf);
      throw new CallError(400, "", inDocumentOrder(problems, text));
    },
  };
}

/** An object of a body, with the schema that reads it. */
interface BodyPart {
  schema: z.ZodObject;
  value: unknown;
  pointer?: string;
}

/**
 * Adds to the row of an answer a warning for each member of the body that its schema does not have,
 * as `POST /resources/v1/messaging` does (contract 4). Absent where there is none.
 */
export function withWarnings<R extends object>(
  row: R,
  ...parts: readonly BodyPart[]
): R & { warnings?: Problem[] } {
  const warnings: Problem[] = [];
  for (const { schema, value, pointer = "" } of parts)
    if (isObject(value) && warnings.length < WARNINGS)
      unknownMembers(value, namesOf(schema), pointer, warnings);
  return warnings.length === 0 ? row : { ...row, warnings };
}

/** An id from an address. Throws `NotFoundError` for a text that is longer than any id. */
export function idOrUnknown(id: string, what: string): string {
  if (!idText.safeParse(id).success) throw new NotFoundError(what);
  return id;
}

interface RefusalOptions {
  /** The rule of a 404. */
  unknown: RuleId;
  /** The rule of a problem that names none, by its pointer; `member.type` by default. */
  ruleAt?: (pointer: string) => RuleId | undefined;
  /** Rules that are no fault of the call: answered with 503. */
  unavailable?: readonly RuleId[];
}

/**
 * Makes the refusals of an address replies of the interface, with every problem by its pointer
 * (contract 2, 9).
 */
export function ruledRefusal(options: RefusalOptions): (error: CallError) => Reply {
  return (error) => {
    const problems = refusalProblems(error, options);
    const isLater = problems.some(({ rule }) => options.unavailable?.includes(rule));
    const { status } = error;
    const headers: Record<string, string> = {};
    if (status === 401) headers["www-authenticate"] = "Bearer";
    if (isLater) headers["retry-after"] = "5";
    return {
      status: isLater ? 503 : status,
      body: failureReply({ transid: newTransid(), problems }),
      headers: { ...headers, ...error.headers },
    };
  };
}

function refusalProblems(error: CallError, { unknown, ruleAt }: RefusalOptions): Problem[] {
  if (error.status === 404) return [problem(unknown, "")];
  // Of a body that is too large the sentence has the bytes of this address.
  if (error.problem)
    return [error.status === 413 ? { ...error.problem, message: error.message } : error.problem];
  return error.problems.map(({ pointer, message, rule: named, code }) => {
    // A rule of the member says more than that its type is wrong.
    const own = named === undefined || named === "member.type" ? ruleAt?.(pointer) : undefined;
    const rule = own ?? named ?? "member.type";
    return { pointer, message, rule, code: code ?? rules[rule].code };
  });
}
