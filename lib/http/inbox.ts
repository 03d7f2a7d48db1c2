import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { putInInbox, serviceOfInbox } from "@/lib/updates/inbox";
import { inboxAnswers } from "@/lib/updates/post";
import { takeFromAddress, tooMany } from "./client-rate";
import { ContentCodingError } from "./content-coding";
import { BodyAbortedError, BodyTooLargeError, readBody } from "./read-body";
import { refuseMethod, sendError, sendJson } from "./reply";

const bodyBytes = 65_536;
/** Calls a second that one inbox takes from outside; ten seconds' worth at once. */
const callsPerSecond = 20;

const buckets = () => once("inbox-rates", () => new TokenBuckets(callsPerSecond));

/**
 * `POST /resources/v1/inbox/{token}`: takes a call from outside as a notify URL would. Answers 404
 * for an unknown token before the body is read. No `resource`: its address is the credential, and
 * any body is stored as it came.
 */
export async function inbox(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  // Before the token is looked up: guessing has its limit too.
  const wait = takeFromAddress(request, 1);
  if (wait > 0) return refuseTooMany(request, response, "from this address", wait);
  const serviceId = await serviceOfInbox(token);
  if (serviceId === undefined)
    return sendJson(request, response, inboxAnswers.unknown.status, inboxAnswers.unknown.json);
  const seconds = buckets().take(serviceId, 1);
  if (seconds > 0) return refuseTooMany(request, response, "to this inbox", seconds);
  try {
    const body = await readBody(request, response, bodyBytes);
    await putInInbox(serviceId, { headers: request.headers, body, outside: true });
    sendJson(request, response, inboxAnswers.accepted.status, inboxAnswers.accepted.json);
  } catch (error) {
    if (error instanceof BodyTooLargeError)
      sendError(request, response, 413, "The body is larger than 64 KB.");
    else if (error instanceof ContentCodingError)
      sendError(request, response, error.status, error.message, error.headers);
    else if (error instanceof BodyAbortedError) request.destroy();
    else throw error;
  }
}

function refuseTooMany(
  request: IncomingMessage,
  response: ServerResponse,
  whence: string,
  seconds: number,
): void {
  sendError(request, response, 429, tooMany(whence, seconds), { "retry-after": String(seconds) });
}
