import { z } from "zod";
import { nestsDeeper, parseJson, writeJson } from "@/lib/interface/exact-json";
import type { JsonValue } from "@/lib/interface/scalars";
import { throughProxy } from "@/lib/outbound/command-proxy";
import type { Settings } from "./settings";

/** What a server said against it, in one sentence; `details` beneath it, a line each. */
export class RemoteError extends Error {
  readonly status: number;
  readonly details: readonly string[];
  /** What it answered, where that is JSON. */
  readonly answer: unknown;
  constructor(
    status: number,
    message: string,
    { details = [], answer }: { details?: readonly string[]; answer?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.answer = answer;
  }
  /**
   * Whether the server would say the same of every other template: it does not answer as one does,
   * or not to this key.
   */
  get isFinal(): boolean {
    return [0, 401, 403].includes(this.status);
  }
}

/**
 * It answers with more levels than are read: what it has was stored before templates were bounded.
 */
export class DeepAnswerError extends RemoteError {}

/** Something about a place in what was sent. */
export const problemSchema = z.object({ pointer: z.string(), message: z.string() });

/** A refusal of the addresses for templates, or one in the interface's words. */
const refusalSchema = z.object({
  error: z.string().optional(),
  problems: z.array(problemSchema).optional(),
  response: z
    .object({ description: z.string().optional(), errors: z.array(problemSchema).optional() })
    .optional(),
});

const answerMs = 30_000;
/**
 * Of an answer, unpacked. A template has a sixteenth of it at most, and the reference of the
 * interface less than a quarter.
 */
const mostBytes = 4_194_304;
/** Deeper than any template is, and than the reference of the interface. */
const mostLevels = 64;
/** Problems of a refusal that are printed, and units of each. */
const most = { problems: 100, units: 1_000 };

/**
 * Calls one server: answers JSON of any shape. Throws {@link RemoteError} for every other answer,
 * and for none.
 */
export function callerOf({
  origin,
  key,
}: Settings): (method: string, path: string, body?: object) => Promise<unknown> {
  return async (method, path, body) => {
    const { status, text } = await exchange(origin, path, {
      method,
      headers: { key, ...(body && { "content-type": "application/json" }) },
      // Following a redirect would send the key to another server.
      redirect: "manual",
      ...(body && { body: writeJson(body as JsonValue) }),
    });
    if (status >= 300 && status < 400)
      throw new RemoteError(
        0,
        `${origin} answers with a redirect (${status}), which is not followed. Set CLARION_URL to where it leads.`,
      );
    if (status >= 400) throw refusalOf(status, text);
    if (nestsDeeper(text, mostLevels))
      throw new DeepAnswerError(
        status,
        `${origin} answers ${method} ${path} with more than ${mostLevels} levels of nesting, which are not read.`,
      );
    const value = jsonOf(text);
    if (value === undefined)
      throw new RemoteError(
        0,
        `${origin} answers no JSON. Is CLARION_URL the address of a Clarion?`,
      );
    return value;
  };
}

async function exchange(
  origin: string,
  path: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(`${origin}/resources/v1${path}`, {
      ...init,
      ...throughProxy(origin),
      signal: AbortSignal.timeout(answerMs),
    });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of bodyOf(answer)) {
      bytes += part.length;
      if (bytes > mostBytes)
        throw new RemoteError(
          0,
          `${origin} answers with more than ${mostBytes.toLocaleString("en")} bytes.`,
        );
      parts.push(part);
    }
    return { status: answer.status, text: Buffer.concat(parts).toString("utf8") };
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    throw new RemoteError(0, `${origin} does not answer: ${whyNot(error)}.`);
  }
}

/** Part by part, unpacked. Ends when the caller stops reading. */
function bodyOf({ body }: Response): AsyncIterable<Uint8Array> {
  return (body ?? new Blob().stream()) as unknown as AsyncIterable<Uint8Array>;
}

/** In words of ours: those of `fetch` may hold what it was given. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return "the connection failed";
  if (error.name === "TimeoutError") return `nothing came in ${answerMs / 1_000} seconds`;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (typeof code !== "string") return "the connection failed";
  if (/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|UNSPECIFIED$)/.test(code))
    return `its certificate cannot be verified (${code}); if its authority is a private one, start this command with NODE_EXTRA_CA_CERTS`;
  return code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? "its certificate is for another name than CLARION_URL has"
    : code;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, text: string): RemoteError {
  const answer = nestsDeeper(text, mostLevels) ? undefined : jsonOf(text);
  const { error, problems, response } = refusalSchema.safeParse(answer).data ?? {};
  const sentence = error ?? response?.description ?? `The server answered ${status}.`;
  // What concerns no place says no more than the sentence.
  const lines = (problems ?? response?.errors ?? [])
    .filter(({ pointer, message }) => pointer !== "" || message !== sentence)
    .map(({ pointer, message }) => cut(pointer === "" ? message : `${pointer}: ${message}`));
  const more = lines.length > most.problems ? [`… and ${lines.length - most.problems} more`] : [];
  return new RemoteError(status, cut(sentence), {
    details: [...lines.slice(0, most.problems), ...more],
    answer,
  });
}

function cut(text: string): string {
  return text.length > most.units ? `${text.slice(0, most.units)}…` : text;
}
