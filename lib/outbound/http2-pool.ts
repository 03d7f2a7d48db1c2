import { constants, sensitiveHeaders } from "node:http2";
import type { Answer } from "./answer";
import { connectMs } from "./connector";
import { startDeadline } from "./deadline";
import { NotSentError, notConnected, OutcomeUnknownError, TimedOutError } from "./errors";
import type { AllowList } from "./guard";
import { Session, type ClientCertificate, type SessionOptions } from "./http2-session";

/** One request. Header names in lower case; pseudo headers are set by the pool. */
export interface PoolRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /**
   * Headers that differ in each request: not stored in HPACK's table, where they would drive out
   * what all requests share.
   */
  unique?: string[];
  body?: string | Uint8Array;
  /** From the call to the end of the answer, in milliseconds. */
  timeoutMs: number;
}

/** HTTP/2 connections to one origin (RFC 9113). */
export interface Pool {
  /**
   * Reads `maxResponseBytes` of the body at most. Throws `NotSentError` (safe to send again),
   * `OutcomeUnknownError`, or `ForbiddenAddressError`.
   */
  request(request: PoolRequest): Promise<Answer>;
  stats(): { sessions: number; inFlight: number; waiting: number };
  /** Waits for what is in flight, ten seconds at most. */
  close(): Promise<void>;
}

/** How a pool connects. */
export interface PoolOptions {
  /** `http:` speaks HTTP/2 in clear text with prior knowledge. */
  origin: string;
  /** PEM; for a private certificate authority. */
  ca?: string;
  /**
   * Shown to a server that asks for one. A pool has one: connections with different certificates
   * are never shared.
   */
  certificate?: ClientCertificate;
  maxSessions?: number;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
  /** What the address guard lets pass when it connects. */
  allowed: AllowList;
}

/** Opens a pool; it connects when a request comes, and again when all connections are full. */
export function openPool(options: PoolOptions): Pool {
  return new Http2Pool(options);
}

interface Job {
  request: PoolRequest;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  /** Set while the request is on a stream. */
  abort: (() => void) | undefined;
  endDeadline: () => void;
  resent: number;
  settled: boolean;
}

const mostWaiting = 100_000;
/**
 * How often a request that no peer looked at is put on another connection before its sender is
 * asked.
 */
const mostResent = 5;
const closeMs = 10_000;

class Http2Pool implements Pool {
  readonly #options: Required<Omit<PoolOptions, "ca" | "certificate">> &
    Pick<SessionOptions, "ca" | "certificate">;
  readonly #authority: string;
  readonly #scheme: string;
  #sessions: Session[] = [];
  #waiting: Job[] = [];
  #connecting = false;
  #failures = 0;
  #restUntil = 0;
  /** Why there was no connection the last time, until the next try. */
  #fault: Error | undefined;
  #closed = false;
  #inFlight = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = {
      maxSessions: 8,
      connectTimeoutMs: connectMs,
      maxResponseBytes: 65_536,
      ...options,
      ca: options.ca,
      certificate: options.certificate,
    };
    const { host, protocol } = new URL(options.origin);
    this.#authority = host;
    this.#scheme = protocol.slice(0, -1);
  }

  request(request: PoolRequest): Promise<Answer> {
    if (this.#closed) return Promise.reject(new NotSentError("the connections are closed"));
    if (this.#waiting.length >= mostWaiting)
      return Promise.reject(new NotSentError("too much waits for this provider"));
    return new Promise((resolve, reject) => {
      const job: Job = {
        request,
        resolve,
        reject,
        abort: undefined,
        endDeadline: startDeadline(request.timeoutMs, () => this.#late(job)),
        resent: 0,
        settled: false,
      };
      this.#waiting.push(job);
      this.#pump();
    });
  }

  stats() {
    return {
      sessions: this.#sessions.length,
      inFlight: this.#inFlight,
      waiting: this.#waiting.length,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0))
      this.#fail(job, new NotSentError("the connections are closed"));
    if (this.#inFlight > 0)
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, closeMs);
        this.#onIdle = () => {
          clearTimeout(late);
          resolve();
        };
      });
    for (const session of this.#sessions) session.destroy();
    this.#sessions = [];
  }

  /** Puts what waits on connections that have room, and opens another one when none has. */
  #pump(): void {
    this.#sessions = this.#sessions.filter((session) => !session.draining || session.inFlight > 0);
    for (const session of this.#sessions) {
      let room = session.room;
      while (room > 0 && this.#waiting.length > 0) {
        const job = this.#waiting.shift();
        if (!job || job.settled) continue;
        this.#start(session, job);
        room -= 1;
      }
    }
    if (this.#waiting.length === 0 || this.#connecting || this.#closed) return;
    const alive = this.#sessions.filter((session) => !session.draining).length;
    if (alive >= this.#options.maxSessions) return;
    const rest = this.#restUntil - performance.now();
    if (rest <= 0) void this.#connect();
    else if (alive === 0)
      for (const job of this.#waiting.splice(0))
        this.#fail(job, this.#fault ?? new NotSentError("the provider cannot be reached"));
  }

  async #connect(): Promise<void> {
    this.#connecting = true;
    try {
      const session = await Session.open(this.#options, () => this.#pump());
      this.#failures = 0;
      this.#fault = undefined;
      if (this.#closed) session.destroy();
      else this.#sessions.push(session);
    } catch (error) {
      // Growing pauses with half of each at random: what lost its connection together does not come
      // back together.
      const pause = Math.min(100 * 2 ** this.#failures, 5_000);
      this.#failures = Math.min(this.#failures + 1, 10);
      this.#restUntil = performance.now() + pause / 2 + (Math.random() * pause) / 2;
      const fault = notConnected(error);
      this.#fault = fault;
      if (this.#sessions.every((session) => session.draining))
        for (const job of this.#waiting.splice(0)) this.#fail(job, fault);
    } finally {
      this.#connecting = false;
    }
    this.#pump();
  }

  #start(session: Session, job: Job): void {
    const { request } = job;
    let stream;
    try {
      stream = session.request({
        ":method": request.method,
        ":path": request.path,
        ":scheme": this.#scheme,
        ":authority": this.#authority,
        ...request.headers,
        ...(request.unique ? { [sensitiveHeaders]: request.unique } : {}),
      });
    } catch {
      this.#again(job, "the connection was closed");
      return;
    }
    session.inFlight += 1;
    this.#inFlight += 1;
    const opened = stream;
    job.abort = () => {
      opened.close(constants.NGHTTP2_CANCEL);
      session.suspect();
    };
    const chunks: Buffer[] = [];
    let bytes = 0;
    let answer: { status: number; headers: Record<string, string> } | undefined;
    opened.on("response", (headers) => {
      answer = { status: Number(headers[":status"]), headers: plain(headers) };
    });
    opened.on("data", (chunk: Buffer) => {
      if (bytes < this.#options.maxResponseBytes)
        chunks.push(chunk.subarray(0, this.#options.maxResponseBytes - bytes));
      bytes += chunk.length;
      if (bytes > this.#options.maxResponseBytes * 4) opened.close(constants.NGHTTP2_CANCEL);
    });
    opened.on("error", () => undefined);
    opened.once("close", () => {
      session.inFlight -= 1;
      this.#inFlight -= 1;
      job.abort = undefined;
      if (answer) {
        this.#settle(job, {
          ...answer,
          body: chunks.length === 0 ? "" : Buffer.concat(chunks).toString("utf8"),
        });
        this.#ended();
        return;
      }
      // GOAWAY is reported after the streams it closes.
      setImmediate(() => {
        if (session.wasRefused(opened)) this.#again(job, "the provider closed the connection");
        else this.#fail(job, new OutcomeUnknownError("the line broke before the answer"));
        this.#ended();
      });
    });
    opened.end(request.body);
  }

  /** After a stream has ended: its place is free. */
  #ended(): void {
    if (this.#inFlight === 0) this.#onIdle?.();
    if (this.#waiting.length > 0) this.#pump();
  }

  #again(job: Job, why: string): void {
    job.resent += 1;
    if (job.settled) return;
    if (this.#closed || job.resent > mostResent) this.#fail(job, new NotSentError(why));
    else this.#waiting.unshift(job);
  }

  #late(job: Job): void {
    const { abort } = job;
    this.#fail(
      job,
      abort ? new TimedOutError() : new NotSentError("no connection was free in time"),
    );
    abort?.();
  }

  #settle(job: Job, answer: Answer): void {
    if (job.settled) return;
    job.settled = true;
    job.endDeadline();
    job.resolve(answer);
  }

  #fail(job: Job, error: Error): void {
    if (job.settled) return;
    job.settled = true;
    job.endDeadline();
    job.reject(error);
  }
}

function plain(headers: Record<string, unknown>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (!name.startsWith(":"))
      named[name] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return named;
}
