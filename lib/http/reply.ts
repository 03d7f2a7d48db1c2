import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathForLog } from "@/lib/interface/inbox";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import { log } from "@/lib/log/log";
import { newTransid } from "@/lib/runtime/transid";

/** Has the answer taken for the type that it says, and for no other: the first listener of every server, so that no route can forget it. */
export function asDeclared(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("x-content-type-options", "nosniff");
}

/** A body that is not worth reading to the end once the answer is known (bytes). */
const worthReading = 65_536;

/** Writes JSON. What was not read of the request is not waited for: a large rest costs the connection instead. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  if (!request.complete && !(Number(request.headers["content-length"] ?? Infinity) <= worthReading) && hasBody(request))
    response.setHeader("connection", "close");
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Refuses with one sentence. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  sendJson(request, response, status, { error }, headers);
}

/** One thing wrong with a call. */
export interface CallProblem {
  /** RFC 6901. */
  pointer: string;
  message: string;
}

/** Refuses a call and names what is wrong. */
export function refuseCall(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: string,
  problems: readonly CallProblem[] = [],
  headers: Record<string, string> = {},
): void {
  sendJson(request, response, status, { error, problems }, headers);
}

/** What zod found, as pointers below a prefix. */
export function problemsOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }, prefix = ""): CallProblem[] {
  return error.issues.map(({ path, message }) => ({ pointer: `${prefix}${pointerOf(path)}`, message }));
}

/** Answers a caller that is not authenticated, or may not do it, with a reply of the interface. */
export function refuseCaller(request: IncomingMessage, response: ServerResponse, refused: { problem: Problem; status: number }): void {
  sendJson(request, response, refused.status, failureReply({ transid: newTransid(), problems: [refused.problem] }));
}

/** Any other method than those listed: 405 with `Allow` (contract 1). */
export function refuseMethod(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): void {
  const allow = allowed.join(", ");
  sendError(request, response, 405, `This address takes ${allow}.`, { allow });
}

/** Something of ours went wrong: in the interface's words with an id that is in the log; never more than that. */
export function sendBroken(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const id = randomUUID();
  log().error({ err: error, id, path: pathForLog(request.url?.split("?")[0] ?? "") }, "a request was not answered as it should");
  if (response.headersSent) response.destroy();
  else sendJson(request, response, 500, failureReply({ transid: id, problems: [problem("internal.error", "")] }));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
