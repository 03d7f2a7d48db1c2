/** A call of a program, as the reference and the composer print it. */
export interface Call {
  method: string;
  /** Absolute. */
  url: string;
  /** Which key goes into the header `key`; none for addresses that want no credential. */
  key: "SERVICE_KEY" | "CLIENT_KEY" | undefined;
  /** JSON text, passed on byte for byte. */
  body?: string | undefined;
}

/**
 * The call that sends a message.
 *
 * @param origin public address of the service, without a slash at its end
 * @param request JSON text
 */
export function sendCall(origin: string, request: string): Call {
  return {
    method: "POST",
    url: `${origin}/resources/v1/messaging`,
    key: "SERVICE_KEY",
    body: request,
  };
}

/**
 * The command line that makes a call again. The key is left to the shell unless the reader has
 * given one.
 */
export function curlCommand({ method, url, key, body }: Call, ownKey?: string): string {
  const usual = body === undefined ? "GET" : "POST";
  return [
    `curl -sS ${method === usual ? "" : `-X ${method} `}${quoted(url)}`,
    ...(key === undefined
      ? []
      : [`-H ${ownKey === undefined ? `"key: $${key}"` : quoted(`key: ${ownKey}`)}`]),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `--data-binary ${quoted(body)}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
