import { Agent, request, type Dispatcher } from "undici";
import { once } from "@/lib/runtime/once";
import { answerTo, plainHeaders, type Answer } from "./answer";
import { checkedConnector } from "./connector";
import { unlessAborted } from "./deadline";
import { ForbiddenAddressError, sorted } from "./errors";
import { addressProblem, notify } from "./guard";

/** Options of a guarded call. */
export interface GuardedCall {
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** For the whole call, in milliseconds. */
  timeoutMs: number;
  /** Bytes of the answer that are read. */
  maxBytes: number;
}

/**
 * POSTs to an address that a user typed. It is checked when it is connected to, on the resolved
 * address and on the socket's own; redirects are not followed. Throws `ForbiddenAddressError`,
 * `NotSentError` (safe to send again) or `OutcomeUnknownError`.
 */
export async function guardedPost(
  url: string,
  { headers, body, timeoutMs, maxBytes }: GuardedCall,
): Promise<Answer> {
  const problem = addressProblem(url);
  if (problem !== undefined) throw new ForbiddenAddressError(problem);
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  return answerTo(
    agent(),
    { origin, path, method: "POST", headers, body },
    { timeoutMs, maxBytes },
  );
}

/** The beginning of what stands at an address. */
export interface ResponseHead extends Pick<Answer, "status" | "headers"> {
  /** Its first bytes, as they came: compressed ones stay so. */
  bytes: Uint8Array;
  /** Whether there is no more than that. */
  whole: boolean;
}

/**
 * GETs the beginning of what stands at an address that a user typed, guarded as {@link
 * guardedPost}: of an answer with status 200 so many bytes as `most` says of its headers, of
 * another one none. The line is cut behind them. Redirects are not followed; throws the same
 * errors.
 */
export async function guardedBeginning(
  url: string,
  {
    headers,
    signal,
    most,
  }: {
    headers: Record<string, string>;
    signal: AbortSignal;
    most: (headers: Readonly<Record<string, string>>) => number;
  },
): Promise<ResponseHead> {
  const problem = addressProblem(url);
  if (problem !== undefined) throw new ForbiddenAddressError(problem);
  try {
    const answer = await unlessAborted(
      signal,
      request(url, { method: "GET", headers, dispatcher: agent(), signal }),
    );
    const named = plainHeaders(answer.headers);
    if (answer.statusCode !== 200) {
      answer.body.on("error", () => undefined).destroy();
      return { status: answer.statusCode, headers: named, bytes: new Uint8Array(), whole: false };
    }
    const { bytes, whole } = await readBytes(answer.body, most(named));
    return { status: 200, headers: named, bytes, whole };
  } catch (error) {
    throw sorted(error);
  }
}

/** The first bytes of a body; what is beyond is not read. */
async function readBytes(
  body: Dispatcher.ResponseData["body"],
  maxBytes: number,
): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const piece = chunk as Buffer;
    chunks.push(piece.subarray(0, maxBytes - bytes));
    bytes += piece.length;
    if (bytes >= maxBytes) {
      body.destroy();
      return { bytes: Buffer.concat(chunks), whole: false };
    }
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

function agent(): Agent {
  return once(
    "guarded-agent",
    () =>
      new Agent({
        connect: checkedConnector(notify),
        keepAliveTimeout: 10_000,
        connections: 64,
        pipelining: 1,
      }),
  );
}

/** Ends all guarded calls; for good, so that callers have to be stopped before. */
export function closeGuardedCalls(): Promise<void> {
  return agent().destroy();
}
