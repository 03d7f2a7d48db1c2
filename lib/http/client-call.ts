import type { IncomingMessage, ServerResponse } from "node:http";
import { appOfClientKey, type AppRecord } from "@/lib/directory/app/find";
import { jsonSentence, readAnyJson, readJson } from "@/lib/interface/json";
import { PROBLEMS } from "@/lib/interface/limits";
import { pointerOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import { takeFromAddress, takeFromKey } from "./client-rate";
import { BodyAbortedError, BodyTooLargeError, readBody } from "./read-body";
import { sendJson } from "./reply";

/** Devices call from any page: the client key is publishable, and nothing can be read with it. */
export const openToBrowsers: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, PUT, DELETE",
  "access-control-allow-headers": "key, content-type, authorization",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

/** Answers a browser's preflight; false when the request is none. */
export function preflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS") return false;
  response.writeHead(204, openToBrowsers).end();
  return true;
}

/** One thing wrong with a device's call. */
export interface CallProblem {
  /** RFC 6901. */
  pointer: string;
  message: string;
}

/** Refuses a device's call and names what is wrong. */
export function refuseCall(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: string,
  problems: CallProblem[] = [],
  headers: Record<string, string> = {},
): void {
  sendJson(request, response, status, { error, problems }, { ...openToBrowsers, ...headers });
}

/**
 * The app that a device's `key` header belongs to; answers 401, or 429 when this address or this key does too much, and undefined when there is
 * none.
 *
 * @param cost what the call takes from its limits; see {@link takeFor}
 */
export async function appOfCall(request: IncomingMessage, response: ServerResponse, cost: number): Promise<AppRecord | undefined> {
  // Before the key is looked up: guessing has its limit too.
  const seconds = takeFromAddress(request, cost);
  if (seconds > 0) {
    refuseTooMany(request, response, "from this address", seconds);
    return undefined;
  }
  const header = request.headers["key"];
  const key = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  const app = key === "" || key.length > 200 ? undefined : await appOfClientKey(key);
  if (app) {
    const wait = takeFromKey(app.id, cost);
    if (wait === 0) return app;
    refuseTooMany(request, response, "with this client key", wait);
  } else
    refuseCall(
      request,
      response,
      401,
      key === "" ? "Send the app's client key in the header `key`." : "This is not the client key of an app.",
    );
  return undefined;
}

/** Takes more from the limits of a call, once it is known how much there is to do; answers 429 and false when that is too much. */
export function takeFor(request: IncomingMessage, response: ServerResponse, app: Pick<AppRecord, "id">, cost: number): boolean {
  const seconds = takeFromAddress(request, cost);
  const wait = seconds === 0 ? takeFromKey(app.id, cost) : seconds;
  if (wait > 0) refuseTooMany(request, response, seconds > 0 ? "from this address" : "with this client key", wait);
  return wait === 0;
}

function refuseTooMany(request: IncomingMessage, response: ServerResponse, whence: string, seconds: number): void {
  const error = `Too many requests ${whence}. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  refuseCall(request, response, 429, error, [], { "retry-after": String(seconds) });
}

/**
 * The JSON of a call, of any shape, judged as that of `POST /resources/v1/messaging` is (contract 2 code 7000): answers 400 for what is not UTF-8 or JSON, repeats a
 * member or nests too deep, or 413, and undefined when there is none. Characters that cannot be kept are for the reader of each member to refuse.
 */
export async function jsonOfCall(request: IncomingMessage, response: ServerResponse, cap: number): Promise<{ json: unknown } | undefined> {
  const bytes = await bytesOfCall(request, response, cap);
  if (!bytes) return undefined;
  const body = readAnyJson(bytes);
  if ("value" in body) return { json: body.value };
  refuseJson(request, response, body.problems);
  return undefined;
}

/**
 * The JSON object of a call that is stored as it was written, by the rules of `POST /resources/v1/messaging` (contract 2 code 7000, contract 4): answers 400
 * with the same code and words, or 413, and undefined when there is none.
 */
export async function storedJsonOfCall(
  request: IncomingMessage,
  response: ServerResponse,
  cap: number,
): Promise<Record<string, unknown> | undefined> {
  const bytes = await bytesOfCall(request, response, cap);
  if (!bytes) return undefined;
  const body = readJson(bytes);
  if (body.problems.length === 0 && "value" in body) return body.value;
  refuseJson(request, response, body.problems);
  return undefined;
}

const sentences: Partial<Record<string, string>> = { "json.syntax": "The body is not JSON.", "json.utf8": "The body is not UTF-8." };

function refuseJson(request: IncomingMessage, response: ServerResponse, problems: readonly Problem[]): void {
  const [first] = problems;
  if (first) refuseCall(request, response, 400, sentences[first.rule] ?? jsonSentence(first), problems.slice(0, PROBLEMS));
}

async function bytesOfCall(request: IncomingMessage, response: ServerResponse, cap: number): Promise<Buffer | undefined> {
  try {
    return await readBody(request, response, cap);
  } catch (error) {
    if (error instanceof BodyTooLargeError) refuseCall(request, response, 413, `The body takes at most ${cap} bytes.`);
    else if (error instanceof BodyAbortedError) request.destroy();
    else throw error;
    return undefined;
  }
}

/** What zod found, as pointers below a prefix. */
export function problemsOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }, prefix = ""): CallProblem[] {
  return error.issues.map(({ path, message }) => ({ pointer: `${prefix}${pointerOf(path)}`, message }));
}
