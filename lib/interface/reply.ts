import { z } from "zod";
import { hasFixedDescription, replyCodes, type Code, type ProblemCode } from "./codes";
import type { Problem } from "./problem";
import { ruleIds, type RuleId } from "./rules";

/** Body of an accepted request (contract 2): `response` is an array. */
export interface QueuedReply {
  response: [
    {
      code: "1001";
      transid: string;
      description: string;
      correlationid?: string;
      warnings?: Problem[];
    },
  ];
}

/** Body of a refused request (contract 2): `response` is an object, `code` a string. */
export interface FailureReply {
  response: {
    code: Code;
    description: string;
    transid: string;
    errors: Problem[];
    warnings?: Problem[];
  };
}

/**
 * The reply to an accepted request. Say it only once the request is durably stored (contract 2).
 */
export function queuedReply(reply: {
  transid: string;
  correlationid?: string | undefined;
  warnings?: readonly Problem[] | undefined;
}): QueuedReply {
  const { transid, correlationid, warnings = [] } = reply;
  return {
    response: [
      {
        code: "1001",
        transid,
        description: replyCodes["1001"].description,
        ...(correlationid === undefined || correlationid === "" ? {} : { correlationid }),
        ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
      },
    ],
  };
}

/**
 * The reply to a refused request: `code` and `description` are those of the first problem, `errors`
 * are all of them in the order given (contract 2). At least one problem is needed; without any the
 * reply is 7011, which is what it then is.
 */
export function failureReply(reply: {
  transid: string;
  problems: readonly Problem[];
  warnings?: readonly Problem[] | undefined;
}): FailureReply {
  const { transid, problems, warnings = [] } = reply;
  const code: ProblemCode = problems[0]?.code ?? "7011";
  const description = hasFixedDescription(code)
    ? replyCodes[code].description
    : (problems[0]?.message ?? replyCodes[code].description);
  return {
    response: {
      code,
      description,
      transid,
      errors: [...problems],
      ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    },
  };
}

/**
 * HTTP status of a reply with this code (contract 2): 200 for success, 400 for most failures. An
 * idempotency conflict answers 409 itself.
 */
export function httpStatus(code: Code): number {
  return replyCodes[code].status;
}

/** One thing wrong with, or odd about, a request (contract 2). */
export const problemSchema = z.object({
  pointer: z.string().describe("RFC 6901 pointer into the request; empty for the whole body."),
  rule: z
    .enum(ruleIds as [RuleId, ...RuleId[]])
    .describe("Name of the rule; see the table of rules."),
  code: z.enum(Object.keys(replyCodes).filter((code): code is ProblemCode => code !== "1001")),
  message: z.string(),
});

/** Body of an accepted request (contract 2). */
export const queuedSchema = z.object({
  response: z
    .array(
      z.object({
        code: z.literal("1001"),
        transid: z.uuid(),
        description: z.literal("Queued"),
        correlationid: z.string().optional(),
        warnings: z.array(problemSchema).optional(),
      }),
    )
    .length(1),
});

/** Body of a refused request (contract 2). */
export const failureSchema = z.object({
  response: z.object({
    code: problemSchema.shape.code,
    description: z.string(),
    transid: z.uuid(),
    errors: z.array(problemSchema).describe("Every problem found, in document order."),
    warnings: z.array(problemSchema).optional(),
  }),
});
