import { mask } from "@/lib/describe/description";
import {
  mostHeaderText,
  mostResponseBytes,
  type UpdateExchange,
  type UpdateResponse,
} from "@/lib/describe/update-exchange";
import { parseHttpUrl, withoutUserInfo } from "@/lib/interface/url";
import type { Post } from "./post";

type Answer = Awaited<ReturnType<Post>>;

/** A request to a receiver, and what of it must not be shown. */
export interface SentRequest {
  url: string;
  /** Those that authenticate the call. */
  authHeaders: Readonly<Record<string, string>>;
  /** The others. */
  headers: Readonly<Record<string, string>>;
  bodyBytes: number;
  /** Texts that a receiver may repeat in its response. */
  secrets: readonly string[];
}

/** Header names whose values are secrets of the receiver. */
const secretNames =
  /^(?:set-cookie2?|cookie|authorization|proxy-auth.*|www-authenticate|authentication-info)$|token|secret|api-?key|password|session/i;
/** Shorter secrets would mask half of the text, and so reveal what they are. */
const shortestSecret = 4;

/**
 * The request and the response of one attempt as JSON for the database: headers that authenticate
 * and cookies are masked, and wherever the response repeats a secret that it was called with, that
 * is masked too. The body of the response is left out when it is not text.
 */
export function exchangeText(
  { url, authHeaders, headers, bodyBytes, secrets }: SentRequest,
  answer?: Answer,
): string {
  const exchange: UpdateExchange = {
    method: "POST",
    url: withoutUserInfo(url),
    headers: Object.entries({
      host: parseHttpUrl(url)?.host ?? "",
      ...Object.fromEntries(
        Object.entries(authHeaders).map(([name, value]) => [name, maskedCredentials(name, value)]),
      ),
      ...headers,
      "content-length": String(bodyBytes),
    }),
    response: answer ? responseOf(answer, formsOf(secrets)) : null,
  };
  return JSON.stringify(exchange);
}

/** Keeps the scheme of `authorization`: whether it is Basic or Bearer is what one looks for. */
function maskedCredentials(name: string, value: string): string {
  const [, scheme] = name === "authorization" ? (/^(Basic|Bearer) /.exec(value) ?? []) : [];
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

function responseOf({ headers, body }: Answer, secrets: readonly string[]): UpdateResponse {
  const stored: [string, string][] = [];
  let room = mostHeaderText;
  let cut = false;
  for (const [name, value] of Object.entries(headers)) {
    const text = secretNames.test(name)
      ? mask
      : withoutSecrets(Array.isArray(value) ? value.join(", ") : (value ?? ""), secrets);
    room -= name.length + text.length;
    if (room < 0) {
      cut = true;
      break;
    }
    stored.push([name, text]);
  }
  const isCut = Buffer.byteLength(body) >= mostResponseBytes;
  return { headers: stored, body: bodyText(headers, body, isCut, secrets), cut: cut || isCut };
}

/** The body as text; null when it is compressed or binary. */
function bodyText(
  headers: Answer["headers"],
  body: string,
  isCut: boolean,
  secrets: readonly string[],
): string | null {
  const encoding = headers["content-encoding"];
  if (body !== "" && encoding !== undefined && encoding !== "" && encoding !== "identity")
    return null;
  // The bound may lie within a character.
  const whole = isCut ? body.replace(/\uFFFD{1,3}$/, "") : body;
  if (whole.includes("\0") || whole.includes("\uFFFD")) return null;
  return withoutSecrets(isCut ? withoutBeginning(whole, secrets) : whole, secrets);
}

/** A secret in the forms that a response may repeat it in, the longest first. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
    ]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, mask), text);
}

/** A text without the beginning of a secret at its end, where it was cut off. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  for (const secret of secrets)
    for (
      let length = Math.min(secret.length - 1, text.length);
      length >= shortestSecret;
      length -= 1
    )
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mask;
  return text;
}
