import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonSentence, readAnyJson, readJson } from "@/lib/interface/json";
import { PROBLEMS } from "@/lib/interface/limits";
import type { Problem } from "@/lib/interface/problem";
import { rules } from "@/lib/interface/rules";
import { ContentCodingError } from "./content-coding";
import { BodyAbortedError, BodyTooLargeError, readBody } from "./read-body";
import { refuseCall } from "./reply";

/**
 * Returns the JSON of a call, of any shape, checked like that of `POST /resources/v1/messaging`
 * (contract 2 code 7000): answers 400 for what is not UTF-8 or JSON, repeats a member or nests too
 * deep, 413 or 415. Undefined when there is none. Characters that cannot be stored are for the
 * reader of each member to refuse.
 */
export async function jsonOfCall(
  request: IncomingMessage,
  response: ServerResponse,
  cap: number,
): Promise<{ json: unknown } | undefined> {
  const bytes = await bytesOfCall(request, response, cap);
  if (!bytes) return undefined;
  const body = readAnyJson(bytes);
  if ("value" in body) return { json: body.value };
  refuseJson(request, response, body.problems);
  return undefined;
}

/**
 * The JSON object of a call that is stored as it was written, by the rules of `POST
 * /resources/v1/messaging` (contract 2 code 7000, contract 4): answers 400 with the same code and
 * words, 413 or 415, and undefined when there is none.
 */
export async function storedJsonOfCall(
  request: IncomingMessage,
  response: ServerResponse,
  cap: number,
): Promise<{ json: Record<string, unknown> } | undefined> {
  const bytes = await bytesOfCall(request, response, cap);
  if (!bytes) return undefined;
  const body = readJson(bytes);
  if (body.problems.length === 0 && "value" in body) return { json: body.value };
  refuseJson(request, response, body.problems);
  return undefined;
}

const sentences: Partial<Record<string, string>> = {
  "json.syntax": "The body is not JSON.",
  "json.utf8": "The body is not UTF-8.",
};

/** A sentence of its own for what the rules call "Invalid JSON" alone. */
function jsonFaultText(first: Problem): string {
  return (
    (first.message === rules[first.rule].message ? sentences[first.rule] : undefined) ??
    jsonSentence(first)
  );
}

function refuseJson(
  request: IncomingMessage,
  response: ServerResponse,
  problems: readonly Problem[],
): void {
  const [first] = problems;
  if (first) refuseCall(request, response, 400, jsonFaultText(first), problems.slice(0, PROBLEMS));
}

/**
 * The decoded bytes of a call: answers 400 or 415 for their Content-Encoding, or 413, and undefined
 * when there are none.
 *
 * @param cap bytes
 * @param withinMs as {@link readBody} takes it
 */
export async function bytesOfCall(
  request: IncomingMessage,
  response: ServerResponse,
  cap: number,
  withinMs?: number,
): Promise<Buffer | undefined> {
  try {
    return await readBody(request, response, cap, withinMs);
  } catch (error) {
    if (error instanceof BodyTooLargeError)
      refuseCall(request, response, 413, `The body takes at most ${cap} bytes.`);
    else if (error instanceof ContentCodingError)
      refuseCall(request, response, error.status, error.message, [], error.headers);
    else if (error instanceof BodyAbortedError) request.destroy();
    else throw error;
    return undefined;
  }
}
