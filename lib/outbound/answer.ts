import type { Dispatcher } from "undici";
import { startDeadline } from "./deadline";
import { sorted } from "./errors";

/** What came back. Names in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** At most so many bytes as were asked for; the rest is not read. */
  body: string;
}

/** What is waited for, and how long. */
interface AnswerLimits {
  /** For the whole call, in milliseconds. */
  timeoutMs: number;
  /** Bytes of the body that are read. */
  maxBytes: number;
}

/**
 * Sends a request over HTTP/1.1, and returns its answer with the beginning of the body. Redirects
 * are not followed. Throws `ForbiddenAddressError`, `NotSentError` (safe to send again) or
 * `OutcomeUnknownError`.
 */
export function answerTo(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AnswerLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(limits, resolve, reject);
    try {
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, reader);
    } catch (error) {
      reader.fail(error);
    }
  });
}

/**
 * Reads an answer as it comes. A stream for each body and a signal for each call would cost as much
 * as the call.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #endDeadline: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isOver = false;

  constructor(
    { timeoutMs, maxBytes }: AnswerLimits,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#endDeadline = startDeadline(timeoutMs, () => {
      const late = new DOMException("no answer in time", "TimeoutError");
      this.fail(late);
      this.#controller?.abort(late);
    });
  }

  /** The request is about to be written: one that is too late by now is not. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error("too late"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = plainHeaders(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#maxBytes - this.#bytes)));
    this.#bytes += chunk.length;
    if (this.#bytes < this.#maxBytes) return;
    this.onResponseEnd();
    controller.abort(new Error("the rest is not read"));
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const body = Buffer.concat(this.#chunks).toString("utf8");
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    if (this.#end()) this.#reject(sorted(error));
  }

  /** Whether it was not over before. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#endDeadline();
    return true;
  }
}

/** Headers with repeated ones joined. */
export function plainHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(headers))
    joined[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  return joined;
}
