import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import {
  brotliDecompress,
  gunzip,
  inflate,
  inflateRaw,
  type InputType,
  type ZlibOptions,
} from "node:zlib";
import { problem } from "@/lib/interface/problem";
import { CallError } from "./call-error";

/**
 * The codings of a body that are read (RFC 9110, 8.4.1), as an answer lists them in
 * `Accept-Encoding`.
 */
export const acceptedCodings = "gzip, deflate, br";

/**
 * A body whose Content-Encoding is not supported (415, RFC 9110, 15.5.16), or that is not encoded
 * as it says (400). Its message is the sentence of the answer.
 */
export class ContentCodingError extends CallError {
  constructor(status: 400 | 415, message: string) {
    // Which codings are read.
    const headers = status === 415 ? { "accept-encoding": acceptedCodings } : {};
    super(status, message, [], {
      headers,
      problem: problem("body.coding", "", { reason: message }),
    });
  }
}

type Decode = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>;
/** With `info` the result is not a buffer, but a buffer and the engine that read it. */
interface DecodedBody {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

/**
 * Some clients send the bare stream of RFC 1951, without the frame of RFC 1950 that `deflate`
 * means: its first byte has no method 8.
 */
const inflateEither: Decode = (bytes, options) => {
  const [first = 0] = bytes as Buffer;
  return (
    first % 16 === 8
      ? promisify<InputType, ZlibOptions, Buffer>(inflate)
      : promisify<InputType, ZlibOptions, Buffer>(inflateRaw)
  )(bytes, options);
};
const gzip = promisify<InputType, ZlibOptions, Buffer>(gunzip);

const decoders: ReadonlyMap<string, Decode> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", inflateEither],
  ["br", promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * The coding of a request's body, in lower case; undefined where it has none. Throws {@link
 * ContentCodingError} for one that is not read, and for several.
 */
export function contentCoding({ headers }: IncomingMessage): string | undefined {
  const codings = (headers["content-encoding"] ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase());
  const [coding, more] = codings.filter((one) => one !== "" && one !== "identity");
  if (coding === undefined) return undefined;
  if (more !== undefined)
    throw new ContentCodingError(
      415,
      `Content-Encoding names several codings. Use one of ${acceptedCodings}, or none.`,
    );
  if (!decoders.has(coding))
    throw new ContentCodingError(
      415,
      `This Content-Encoding is not supported. Use ${acceptedCodings}, or none.`,
    );
  return coding;
}

/**
 * Decodes a body. Returns undefined where it has more than `cap` bytes, and stops decoding there.
 * Throws {@link ContentCodingError} for bytes that are not of the coding, break off, or go on
 * behind its end.
 *
 * @param coding of {@link contentCoding}
 */
export async function decodeBody(
  coding: string,
  bytes: Buffer,
  cap: number,
): Promise<Buffer | undefined> {
  const decode = decoders.get(coding);
  // Some clients name a coding for every request, also for one without a body.
  if (!decode || bytes.length === 0) return bytes;
  try {
    const { buffer, engine } = (await decode(bytes, {
      maxOutputLength: cap,
      info: true,
    })) as unknown as DecodedBody;
    if (engine.bytesWritten === bytes.length) return buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return undefined;
  }
  throw new ContentCodingError(
    400,
    `The body is not ${coding}, as Content-Encoding says, or it is incomplete.`,
  );
}
