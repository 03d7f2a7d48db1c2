import type { ServiceRecord } from "@/lib/directory/service/find";
import type { ProblemCode } from "@/lib/interface/codes";
import type { Problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import type { RuleId } from "@/lib/interface/rules";
import { newTransid } from "@/lib/runtime/transid";

/** One thing wrong with a call. */
export interface CallProblem {
  /** RFC 6901. */
  pointer: string;
  message: string;
  /** Of one that the interface reports. */
  rule?: RuleId;
  code?: ProblemCode;
}

interface CallErrorOptions {
  /** Of the answer. */
  headers?: Readonly<Record<string, string>>;
  /** Further members of the answer. */
  facts?: object | undefined;
  /** The same in the words of the interface, where it has a rule for it. */
  problem?: Problem;
}

/** A call that is refused, with its answer. `sendFailure` writes it. */
export class CallError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem | undefined;
  readonly #problems: readonly CallProblem[] | undefined;
  readonly #facts: object;

  /** @param problems left out, the answer is the sentence alone */
  constructor(
    status: number,
    sentence: string,
    problems?: readonly CallProblem[],
    { headers = {}, facts = {}, problem }: CallErrorOptions = {},
  ) {
    super(sentence);
    this.status = status;
    this.headers = headers;
    this.problem = problem;
    this.#problems = problems;
    this.#facts = facts;
  }

  /** What is wrong with the call; empty where the sentence says it. */
  get problems(): readonly CallProblem[] {
    return this.#problems ?? [];
  }

  /** The body of the answer. */
  get body(): object {
    const problems = this.#problems;
    return { error: this.message, ...(problems && { problems }), ...this.#facts };
  }
}

/**
 * A caller that is not authenticated, or whose key may not do it: answered with a reply of the
 * interface.
 */
export class CallerError extends CallError {
  /** Of a key that lacks the scope. */
  readonly service: ServiceRecord | undefined;
  override readonly problem: Problem;

  constructor({ problem, status }: { problem: Problem; status: number }, service?: ServiceRecord) {
    super(status, problem.message);
    this.problem = problem;
    this.service = service;
  }

  override get body(): object {
    return failureReply({ transid: newTransid(), problems: [this.problem] });
  }
}
