import type { Readable } from "node:stream";
import { Agent, buildConnector, request } from "undici";
import { once } from "@/lib/runtime/once";
import { plainHeaders } from "./answer";
import { connectMs, nextAddressMs } from "./connector";
import { notConnected, sorted } from "./errors";
import { plainHost } from "./guard";
import { proxyOf, tunnel, tunnelMs } from "./proxy";

/** How an address of the configuration is called. */
export interface ConfiguredCall {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  headers: Record<string, string>;
  body?: Uint8Array;
  /** Until the head of the answer is there, and between its parts, in milliseconds. */
  timeoutMs: number;
}

/** What came back: the body is read to its end, or destroyed. */
export interface ConfiguredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Through the proxy, where there is one; no guard judges what the operator configured. */
const connectDirectly = buildConnector({
  timeout: connectMs,
  autoSelectFamilyAttemptTimeout: nextAddressMs,
});
const connectConfigured: buildConnector.connector = (options, callback) => {
  const end: buildConnector.Callback = (...[error, socket]) =>
    error ? callback(notConnected(error), null) : callback(null, socket);
  const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
  const proxy = proxyOf(options.protocol, options.hostname, port);
  if (!proxy) return connectDirectly(options, end);
  tunnel(proxy, plainHost(options.hostname), port, tunnelMs).then(
    (socket) =>
      options.protocol === "https:"
        ? connectDirectly({ ...options, httpSocket: socket }, end)
        : end(null, socket),
    (error: Error) => end(error, null),
  );
};

const agent = () =>
  once("configured-calls", () => new Agent({ connections: 32, connect: connectConfigured }));

/**
 * Calls an address that the operator of Clarion configured: it may be private, so that no guard
 * stands before it. Nothing that anybody else typed may ever be handed in as its host. Redirects
 * are not followed. Throws `NotSentError` (safe to send again) or `OutcomeUnknownError`.
 */
export async function configuredCall(
  url: URL,
  { method, headers, body, timeoutMs }: ConfiguredCall,
): Promise<ConfiguredAnswer> {
  try {
    const answer = await request(url, {
      method,
      headers,
      body: body ?? null,
      dispatcher: agent(),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body };
  } catch (error) {
    throw sorted(error);
  }
}

/** Ends these calls and their connections. */
export async function closeConfiguredCalls(): Promise<void> {
  await agent().destroy();
}
