import { z } from "zod";
import { replyCodes, type ProblemCode } from "./codes";
import { ruleIds, type RuleId } from "./rules";

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
