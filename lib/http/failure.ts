import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ForbiddenError } from "@/lib/auth/member";
import { isAway } from "@/lib/database/repeat";
import { pathForLog } from "@/lib/interface/inbox";
import { problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import { log } from "@/lib/log/log";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { CallError } from "./call-error";
import { BodyAbortedError } from "./read-body";
import { sendJson } from "./reply";

/** What a route answers for errors of its verb. */
export interface FailureOptions {
  /** The sentence of the 404 for what does not exist; left out where that is unexpected. */
  missing?: string;
  /** Status of a `RefusedError` that has none of its own; 400 by default. */
  refused?: 400 | 409;
}

/**
 * Returns the refusal that an error of a step or a verb is to the caller: 404 for `NotFoundError`,
 * 403 for `ForbiddenError`, and the status and facts of a `RefusedError`. Undefined for an
 * unexpected error.
 */
export function callErrorOf(
  error: unknown,
  { missing, refused = 400 }: FailureOptions = {},
): CallError | undefined {
  if (error instanceof CallError) return error;
  if (error instanceof NotFoundError && missing !== undefined)
    return new CallError(404, missing, []);
  if (error instanceof ForbiddenError) return new CallError(403, error.message, []);
  if (!(error instanceof RefusedError)) return undefined;
  const { status = refused, message, problems, facts } = error;
  return new CallError(status, message, problems, { facts });
}

/**
 * Answers a call that failed: as {@link callErrorOf} says, or as an unexpected error. Destroys the
 * request of a client that has gone.
 */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  if (error instanceof BodyAbortedError) return void request.destroy();
  const refusal = callErrorOf(error);
  if (!refusal || response.headersSent) return sendBroken(request, response, error);
  sendJson(request, response, refusal.status, refusal.body, refusal.headers);
}

/**
 * Something of ours went wrong: in the interface's words with an id that is in the log; never more
 * than that.
 */
function sendBroken(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const id = randomUUID();
  log().error(
    { err: error, id, path: pathForLog(request.url?.split("?")[0] ?? "") },
    "a request was not answered as it should",
  );
  if (response.headersSent) return void response.destroy();
  const isOutage = isAway(error);
  const headers: Record<string, string> = isOutage ? { "retry-after": "1" } : {};
  sendJson(
    request,
    response,
    isOutage ? 503 : 500,
    failureReply({ transid: id, problems: [problem("internal.error", "")] }),
    headers,
  );
}
