import type { IncomingMessage, ServerResponse } from "node:http";
import { problem } from "@/lib/interface/problem";
import { CallError } from "./call-error";
import { contentCoding, decodeBody } from "./content-coding";

/** The body is larger than the cap; what came was thrown away. */
class BodyTooLargeError extends CallError {
  constructor(sentence: string) {
    super(413, sentence, [], { problem: problem("body.size", "") });
  }
}
/** The client went away, or sent too slowly. */
export class BodyAbortedError extends Error {}

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  /** Bytes of the decoded body. */
  cap: number;
  /** 30 seconds by default, less than the server gives a request in all. */
  withinMs?: number;
  /** The sentence of the 413. */
  tooLarge?: string;
}

/**
 * Reads a body, decoded where it is compressed (RFC 9110, 8.4), and never buffers more than the cap
 * of either the received or the decoded bytes. A client that waits for `100 Continue` gets it only
 * here, when its credential has been checked. Throws {@link BodyTooLargeError} as soon as the cap
 * is exceeded, {@link BodyAbortedError}, at once where the client has gone before, and
 * `ContentCodingError`, before anything is read where the coding is not supported.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { cap, withinMs = 30_000, tooLarge = `The body takes at most ${cap} bytes.` }: BodyLimits,
): Promise<Buffer> {
  const coding = contentCoding(request);
  const limits = { cap, withinMs, tooLarge };
  if (!coding) return readBytes(request, response, limits);
  const encoded = { ...limits, cap: cap + cap / 64 + codingBytes };
  const decoded = await decodeBody(coding, await readBytes(request, response, encoded), cap);
  if (!decoded) throw new BodyTooLargeError(tooLarge);
  return decoded;
}

/**
 * What a coding adds at most to a small body that cannot be compressed (bytes); to a large one,
 * less than a 64th.
 */
const codingBytes = 256;

function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { cap, withinMs, tooLarge }: Required<BodyLimits>,
): Promise<Buffer> {
  // Its events are over.
  if (request.destroyed) return Promise.reject(new BodyAbortedError());
  if (Number(request.headers["content-length"] ?? 0) > cap)
    return Promise.reject(new BodyTooLargeError(tooLarge));
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (error?: Error) => {
      clearTimeout(slow);
      request
        .off("data", onData)
        .off("end", onEnd)
        .off("aborted", onAborted)
        .off("error", onAborted);
      if (!error)
        return resolve(
          chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks, bytes),
        );
      chunks.length = 0;
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > cap) {
        request.pause();
        end(new BodyTooLargeError(tooLarge));
      } else chunks.push(chunk);
    };
    const onEnd = () => end();
    const onAborted = () => end(new BodyAbortedError());
    const slow = setTimeout(() => {
      request.pause();
      end(new BodyAbortedError());
    }, withinMs);
    request.on("data", onData).on("end", onEnd).on("aborted", onAborted).on("error", onAborted);
  });
}
