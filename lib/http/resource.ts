import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { schemaProblems } from "@/lib/interface/pointer";
import type { Action } from "@/lib/policy/actions";
import { onBehalfOf } from "@/lib/verb/client";
import { authorize, type ServiceCaller } from "./authenticate";
import { CallError } from "./call-error";
import { clientAddress } from "./client-address";
import { callErrorOf, type FailureOptions } from "./failure";
import { refuseMethod, sendJson } from "./reply";
import type { Reply } from "./serialize";

/**
 * What the steps of an address name, by the words of its template: `/messaging/{transid}`. As they
 * are written, not decoded.
 */
export type PathParams = Readonly<Record<string, string>>;
/** Answers a call, or throws: `sendFailure` answers what it throws. */
export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  named: PathParams,
) => Promise<void> | void;

/** A call, as it came. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  named: PathParams;
}

/** Returns who calls. Throws `CallError` for a caller that may not do it. */
export type CallerStep<C> = (call: Call) => Promise<C> | C;
/** How the body of a call is read, or its query. */
export interface BodyStep<B> {
  /** Throws `CallError` for one that is refused. */
  read: (call: Call) => Promise<B> | B;
}

interface ResourceOptions<C, B, R> extends FailureOptions {
  /** Who may call, before anything is read: {@link serviceKey}, {@link anyone}, `memberOf`. */
  caller: CallerStep<C>;
  /** {@link fromQuery}, `bytesBody`, `jsonBody`, {@link checkedBody}; left out for none. */
  body?: BodyStep<B>;
  /** Calls the verb or view, which checks right and input once more. */
  run: (input: { caller: C; body: B; call: Call }) => Promise<R> | R;
  /** Makes the answer of what it returns; `rowReply` writes a row by its schema. */
  answer: (row: R, caller: C) => Reply;
  /** Writes refusals, where the address has its own form of them. */
  refusal?: (error: CallError, caller: C | undefined) => Reply;
}

/**
 * Makes the route of a call: caller → body → verb or view → answer. What a step or the verb throws
 * is a refusal by `callErrorOf`, and everything else an unexpected error.
 */
export function resource<C, R, B>(options: ResourceOptions<C, B, R>): Route {
  const { run, answer, refusal } = options;
  return async (request, response, query, named) => {
    const call = { request, response, query, named };
    let caller: C | undefined;
    try {
      const admitted = await options.caller(call);
      caller = admitted;
      const body = (await options.body?.read(call)) as B;
      const row = await onBehalfOf(clientAddress(request), () =>
        run({ caller: admitted, body, call }),
      );
      sendReply(call, answer(row, admitted));
    } catch (error) {
      const refused = callErrorOf(error, options);
      if (!refused) throw error;
      if (!refusal) throw refused;
      sendReply(call, refusal(refused, caller));
    }
  };
}

function sendReply({ request, response }: Call, { status, body, headers }: Reply): void {
  sendJson(request, response, status, body, headers);
}

/** The caller of an address that asks for none. */
export const anyone: CallerStep<undefined> = () => undefined;

/** A program, by the key or token of its service, which must have the scope of an action. */
export function serviceKey(action: Action): CallerStep<ServiceCaller> {
  return ({ request }) => authorize(request, action);
}

/**
 * An input as the caller wrote it, and as its schema read it. Verbs that read the same schema again
 * take the first.
 */
interface ParsedInput<S extends z.ZodType> {
  raw: z.input<S>;
  parsed: z.output<S>;
}

/**
 * Reads a query.
 *
 * @param invalid the sentence of a 400
 */
export function fromQuery<S extends z.ZodType>(
  schema: S,
  invalid: string,
): BodyStep<ParsedInput<S>> {
  return checkedBody({ read: ({ query }) => Object.fromEntries(query) }, schema, invalid);
}

/**
 * Reads a body that a schema checks before the verb.
 *
 * @param invalid the sentence of a 400
 */
export function checkedBody<S extends z.ZodType>(
  body: BodyStep<unknown>,
  schema: S,
  invalid: string,
): BodyStep<ParsedInput<S>> {
  return {
    read: async (call) => {
      const raw = await body.read(call);
      const parsed = schema.safeParse(raw);
      if (!parsed.success) throw new CallError(400, invalid, schemaProblems(parsed.error));
      return { raw: raw as z.input<S>, parsed: parsed.data };
    },
  };
}

/** The methods of an address; 405 for every other one. What answers GET answers HEAD too. */
export function methods(
  routes: Partial<Record<"GET" | "PUT" | "PATCH" | "POST" | "DELETE" | "OPTIONS", Route>>,
): Route {
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
