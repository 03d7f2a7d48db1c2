/**
 * The command line that sends a request again. The key is left to the shell: it never appears on the page.
 *
 * @param origin public address of the service, without a slash at its end
 * @param request JSON text, passed on byte for byte
 */
export function curlCommand(origin: string, request: string): string {
  return [
    `curl -sS '${origin}/resources/v1/messaging'`,
    `-H "key: $SERVICE_KEY"`,
    `-H 'content-type: application/json'`,
    `--data-binary '${request.replaceAll("'", String.raw`'\''`)}'`,
  ].join(" \\\n  ");
}
