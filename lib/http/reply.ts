import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sets `nosniff`, so that browsers treat the answer as the type it declares. It is the first
 * listener of every server, so that no route can forget it.
 */
export function asDeclared(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("x-content-type-options", "nosniff");
}

/**
 * The largest body that is read to its end after the answer is decided, so that the connection can
 * be used again (bytes).
 */
const worthReading = 65_536;
/**
 * Bytes that are read of a body after its answer, before the connection is closed: more than any
 * route takes.
 */
const mostLeft = 11_000_000;
/**
 * Closes the connection once no more of the body came for so long, and after so long in any case
 * (milliseconds).
 */
const [quietMs, mostMs] = [1_000, 10_000];

/**
 * Writes JSON at once, also while the body of the request is still on its way. A large rest of it
 * costs the connection.
 */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const isCut = !request.complete && hasBody(request);
  const isLarge = isCut && !(Number(request.headers["content-length"] ?? Infinity) <= worthReading);
  if (isLarge) response.setHeader("connection", "close");
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    ...headers,
  });
  const content = request.method === "HEAD" ? undefined : bytes;
  if (!isLarge && (!isCut || response.shouldKeepAlive)) response.end(content);
  else {
    if (content) response.write(content);
    else response.flushHeaders();
    endBehindBody(request, response);
  }
}

/**
 * Ends an answer behind the body of its request, which is thrown away, as far as it comes. Closing
 * the connection before would reset it, and a client that writes all of a body before it reads, as
 * browsers do, would lose the answer (RFC 9112, 9.6). Waits a second for each part, ten in all.
 */
function endBehindBody(request: IncomingMessage, response: ServerResponse): void {
  let left = mostLeft;
  const end = () => {
    clearTimeout(quiet);
    clearTimeout(deadline);
    request.off("data", onData).off("close", end);
    response.end();
  };
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    isQuiet = false;
    if (left < 0) end();
    else quiet.refresh();
  };
  let isQuiet = false;
  // A process that was busy for a second reads what has come by now before it ends.
  const look = () => {
    isQuiet = true;
    setImmediate(() => isQuiet && end());
  };
  const quiet = setTimeout(look, quietMs);
  const deadline = setTimeout(end, mostMs);
  request.on("data", onData).once("close", end).resume();
}

/** Refuses with one sentence. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(request, response, status, { error }, headers);
}

/** Any other method than those listed: 405 with `Allow` (contract 1). */
export function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[],
): void {
  const allow = allowed.join(", ");
  sendError(request, response, 405, `This address takes ${allow}.`, { allow });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
