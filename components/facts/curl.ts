import type { Call } from "./call";

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
