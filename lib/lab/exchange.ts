import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { LabProvider } from "./kinds";

/**
 * One connection of a client, as long as it lives. A service may remember things about it in
 * `memory`.
 */
export interface Connection {
  memory: unknown;
  /** Of a client that showed one when it connected by TLS. */
  certificate?: ClientCertificate | undefined;
}

/** A client's certificate, as far as APNs looks at it. */
export interface ClientCertificate {
  /** Issued by the lab's authority, and valid today. */
  trusted: boolean;
  topics: readonly string[];
  environments: readonly ("development" | "production")[];
}

/** One complete request. */
export interface Call {
  method: string;
  /** Path and query as sent. */
  path: string;
  /** Names in lower case; HTTP/2 pseudo headers included. */
  headers: IncomingHttpHeaders;
  /** The bytes received; empty when `tooLong`. */
  body: Buffer;
  /** The body was longer than the service's `maxBodyBytes`. */
  tooLong: boolean;
  connection: Connection;
}

/**
 * What is answered, and how it is counted: "accepted", "token" (a token call that was granted) or
 * the reason of a refusal.
 */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
  verdict: string;
}

/** What an administrator of the lab may force upon a request: at least one of the two is given. */
export interface ForcedResponse {
  status: number | undefined;
  reason: string | undefined;
}

/** One provider: judges a call and answers at once. */
export interface Service {
  provider: LabProvider;
  /** Longer bodies are discarded. */
  maxBodyBytes: number;
  /** Whether HTTP/1.1 is spoken in addition to HTTP/2. */
  http1: boolean;
  /** SETTINGS_MAX_CONCURRENT_STREAMS. */
  maxStreams: number;
  /** Of its token call, where it has one. */
  tokenPath?: string;
  handle(call: Call): Answer;
  /** The service's own error body for a forced refusal. */
  forced(forced: ForcedResponse, call: Call): Answer;
}

/** The body as text, or undefined when it is not UTF-8. */
export function bodyText(body: Buffer): string | undefined {
  return isUtf8(body) ? body.toString("utf8") : undefined;
}

/**
 * A JSON text parsed, or undefined when it is none. (JSON has no undefined, so nothing is lost.)
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The single value of a header; a repeated one is joined as HTTP prescribes. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The text after an authorization scheme (compared without case), or undefined. */
export function credentialsOf(headers: IncomingHttpHeaders, scheme: string): string | undefined {
  const value = headers.authorization;
  if (value === undefined || value.length <= scheme.length || value[scheme.length] !== " ")
    return undefined;
  if (value.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  return value.slice(scheme.length + 1).trim();
}

/**
 * The form of an `application/x-www-form-urlencoded` body, or undefined when the content type says
 * otherwise.
 */
export function formOf(call: Call): URLSearchParams | undefined {
  const type = header(call.headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded"
    ? new URLSearchParams(call.body.toString("utf8"))
    : undefined;
}

const unseen = new Set(["authorization", "content-length", "host", "connection"]);

/**
 * The headers worth showing with a notification: no pseudo headers, nothing of the connection, no
 * credentials.
 */
export function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const headerTexts: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (name.startsWith(":") || unseen.has(name) || value === undefined) continue;
    headerTexts[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headerTexts;
}
