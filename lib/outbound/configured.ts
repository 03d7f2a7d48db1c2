import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import { once } from "@/lib/runtime/once";
import { sorted } from "./errors";
import { plainHeaders } from "./guarded";

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

const agent = () => once("configured-calls", () => new Agent({ connections: 32, connect: { timeout: 10_000 } }));

/**
 * Calls an address that the operator of Clarion configured: it may be private, so that no guard stands before it. Nothing that anybody else typed may ever be
 * handed in as its host. Redirects are not followed. Throws `NotSentError` (safe to send again) or `OutcomeUnknownError`.
 */
export async function configuredCall(url: URL, { method, headers, body, timeoutMs }: ConfiguredCall): Promise<ConfiguredAnswer> {
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
