import type { IncomingMessage } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/**
 * Reads a request's body to its end. A body longer than `maxBytes` is dropped: `done` gets an empty
 * one and `tooLong`.
 */
export function readBody(
  source: IncomingMessage | ServerHttp2Stream,
  maxBytes: number,
  done: (body: Buffer, tooLong: boolean) => void,
): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let bytes = 0;
  source.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) first = more = undefined;
    else if (first === undefined) first = chunk;
    else (more ??= []).push(chunk);
  });
  source.on("end", () => {
    const tooLong = bytes > maxBytes;
    if (tooLong || first === undefined) done(Buffer.alloc(0), tooLong);
    else done(more ? Buffer.concat([first, ...more]) : first, false);
  });
}
