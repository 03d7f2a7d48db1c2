import { hasFixedDescription, replyCodes, type Code, type ProblemCode } from "./codes";
import type { Problem } from "./problem";

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
