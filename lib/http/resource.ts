import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { UnreadableError } from "@/lib/directory/template/stored";
import type { Action } from "@/lib/policy/actions";
import { onBehalfOf } from "@/lib/verb/client";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/verb/errors";
import { authorize, type ServiceActor } from "./authenticate";
import { clientAddress } from "./client-address";
import { schemaProblems, refuseCall, refuseCaller, refuseMethod, sendJson } from "./reply";

/**
 * What the steps of an address name, by the words of its template: `/messaging/{transid}`. As they
 * are written, not decoded.
 */
export type Named = Readonly<Record<string, string>>;
export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  named: Named,
) => Promise<void> | void;

/** A call of a program that may do what it asks for. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  named: Named;
  actor: ServiceActor;
}

/** Reads the input of a verb from a call; answers 400 or 413, and undefined, when there is none. */
type Input<I> = (call: Call) => Promise<I | undefined>;

interface ResourceOptions<I, A extends z.ZodType> {
  /** What the key must have the scope for. Asked before anything is read. */
  action: Action;
  input: Input<I>;
  /**
   * The schema of the answer. The verb's row must fit it to compile; the tests parse the real
   * answers with it.
   */
  answer: A;
  /** 200 by default. */
  status?: (row: z.input<A>) => number;
  /**
   * The sentence of the 404 for what does not exist in the service; left out where that cannot
   * happen.
   */
  missing?: string;
  /** Writes the answer; `JSON.stringify` by default. */
  write?: (row: z.input<A>) => string;
}

/**
 * Makes the route of a public call: right → input → verb or view → answer. Answers 401 or 403
 * without the right, 404 for `NotFoundError`, 409 for `ConflictError` and `UnreadableError`, and
 * 400 for every other `RefusedError`. The verb judges right and input once more.
 */
export function resource<I, A extends z.ZodType>(
  verb: (as: { actor: ServiceActor }, input: I) => Promise<z.input<A>>,
  { action, input, status = () => 200, missing, write = JSON.stringify }: ResourceOptions<I, A>,
): Route {
  return async (request, response, query, named) => {
    const caller = await authorize(request, action);
    if (!caller.ok) return refuseCaller(request, response, caller);
    const { actor } = caller;
    const verbInput = await input({ request, response, query, named, actor });
    if (verbInput === undefined) return;
    try {
      const row = await onBehalfOf(clientAddress(request), () => verb({ actor }, verbInput));
      sendJson(request, response, status(row), Buffer.from(write(row)));
    } catch (error) {
      if (error instanceof NotFoundError && missing !== undefined)
        refuseCall(request, response, 404, missing);
      else if (error instanceof UnreadableError)
        sendJson(request, response, 409, {
          error: error.message,
          problems: error.problems,
          ...error.facts,
        });
      else if (error instanceof RefusedError)
        refuseCall(
          request,
          response,
          error instanceof ConflictError ? 409 : 400,
          error.message,
          error.problems,
        );
      else throw error;
    }
  };
}

/**
 * What was given, as the caller wrote it, and as its schema read it. Verbs that read the same
 * schema again take the first.
 */
interface Read<S extends z.ZodType> {
  raw: z.input<S>;
  parsed: z.output<S>;
}

/**
 * Reads a query.
 *
 * @param invalid the sentence of a 400
 */
export function fromQuery<S extends z.ZodType, I>(
  schema: S,
  invalid: string,
  toInput: (read: Read<S>, call: Call) => I,
): Input<I> {
  return async (call) => checked(call, schema, invalid, Object.fromEntries(call.query), toInput);
}

/** Reads the JSON of a body; see `jsonOfCall` and `storedJsonOfCall`. */
type ReadBody<B> = (
  request: IncomingMessage,
  response: ServerResponse,
  cap: number,
) => Promise<{ json: B } | undefined>;

/**
 * Reads a body of JSON that the verb alone judges.
 *
 * @param cap bytes
 */
export function fromBody<B, I>(
  read: ReadBody<B>,
  cap: number,
  toInput: (json: B, call: Call) => I,
): Input<I> {
  return async (call) => {
    const body = await read(call.request, call.response, cap);
    return body && toInput(body.json, call);
  };
}

/**
 * Reads a body of JSON that a schema judges first.
 *
 * @param cap bytes
 * @param invalid the sentence of a 400
 */
export function fromCheckedBody<S extends z.ZodType, I>(
  read: ReadBody<unknown>,
  cap: number,
  schema: S,
  invalid: string,
  toInput: (read: Read<S>, call: Call) => I,
): Input<I> {
  return async (call) => {
    const body = await read(call.request, call.response, cap);
    return body && checked(call, schema, invalid, body.json, toInput);
  };
}

function checked<S extends z.ZodType, I>(
  call: Call,
  schema: S,
  invalid: string,
  raw: unknown,
  toInput: (read: Read<S>, call: Call) => I,
): I | undefined {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return toInput({ raw: raw as z.input<S>, parsed: parsed.data }, call);
  refuseCall(call.request, call.response, 400, invalid, schemaProblems(parsed.error));
  return undefined;
}

/** The methods of an address; 405 for every other one. What answers GET answers HEAD too. */
export function methods(routes: Partial<Record<"GET" | "PUT" | "POST", Route>>): Route {
  const byMethod = new Map(Object.entries(routes));
  const get = byMethod.get("GET");
  const allowed = [...byMethod.keys()].flatMap((method) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  return (request, response, query, named) => {
    const route = request.method === "HEAD" ? get : byMethod.get(request.method ?? "");
    return route
      ? route(request, response, query, named)
      : refuseMethod(request, response, allowed);
  };
}
