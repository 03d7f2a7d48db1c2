import { jsonSentence, readAnyJson, readJson } from "@/lib/interface/json";
import { PROBLEMS } from "@/lib/interface/limits";
import type { Problem } from "@/lib/interface/problem";
import { rules } from "@/lib/interface/rules";
import { CallError } from "./call-error";
import { readBody, type BodyLimits } from "./read-body";
import type { BodyStep, Call } from "./resource";

/** Reads the bytes of a call, as they came but decoded. */
export function bytesBody(limits: BodyLimits): BodyStep<Buffer> {
  return { read: ({ request, response }) => readBody(request, response, limits) };
}

/**
 * Reads the JSON of a call, of any shape, checked like that of `POST /resources/v1/messaging`
 * (contract 2 code 7000): refuses with 400 what is not UTF-8 or JSON, repeats a member or nests too
 * deep. Characters that cannot be stored are for the reader of each member to refuse.
 */
export function jsonBody(limits: BodyLimits): BodyStep<unknown> {
  return {
    read: async ({ request, response }) => {
      const body = readAnyJson(await readBody(request, response, limits));
      if (!("value" in body)) throw jsonError(body.problems);
      return body.value;
    },
  };
}

/**
 * Reads the JSON object of a call that is stored as it was written, by the rules of `POST
 * /resources/v1/messaging` (contract 2 code 7000, contract 4): refuses with 400, the same code and
 * words.
 */
export function storedJsonBody(limits: BodyLimits): BodyStep<Record<string, unknown>> {
  return { read: async (call) => (await readStoredJson(call, limits)).value };
}

/** How JSON is read that is stored as it was written. */
export interface StoredJsonLimits extends BodyLimits {
  /**
   * The pointer to members that are read one by one later: characters that cannot be stored are
   * refused there, and not with the whole call.
   */
  readLater?: string;
}

/** Reads as {@link storedJsonBody} does, and returns the text as well. */
export async function readStoredJson(
  { request, response }: Call,
  { readLater, ...limits }: StoredJsonLimits,
): Promise<{ value: Record<string, unknown>; text: string }> {
  const body = readJson(await readBody(request, response, limits));
  const problems =
    readLater === undefined || !("value" in body)
      ? body.problems
      : body.problems.filter(({ pointer }) => !pointer.startsWith(readLater));
  if (problems.length > 0 || !("value" in body)) throw jsonError(problems);
  return { value: body.value, text: body.text };
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

function jsonError(problems: readonly Problem[]): CallError {
  const [first] = problems;
  return new CallError(400, first ? jsonFaultText(first) : "", problems.slice(0, PROBLEMS));
}
