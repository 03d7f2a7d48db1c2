import type { Answer, ForcedResponse } from "@/lib/lab/exchange";
import type { LabKind } from "@/lib/lab/kinds";

interface Words {
  /** Status of Chrome's service, and what it says. */
  chrome: [number, string];
  /** Status and errno of Mozilla's service. */
  firefox: [number, number];
  /** Status and reason of Apple's service. */
  safari: [number, string];
}

const words = {
  "unknown subscription": {
    chrome: [
      404,
      "A valid push subscription endpoint should be specified in the URL as such: /push/<id>",
    ],
    firefox: [404, 102],
    safari: [404, "BadPath"],
  },
  gone: {
    chrome: [410, "push subscription has unsubscribed or expired."],
    firefox: [410, 106],
    safari: [410, "Unregistered"],
  },
  authorization: {
    chrome: [401, "authorization header had invalid format. Expected: vapid t=<jwt>, k=<key>"],
    firefox: [401, 109],
    safari: [403, "BadAuthorizationHeader"],
  },
  vapid: {
    chrome: [403, "invalid JWT provided"],
    firefox: [401, 109],
    safari: [403, "BadJwtToken"],
  },
  "key mismatch": {
    chrome: [
      403,
      "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.",
    ],
    firefox: [401, 109],
    safari: [400, "VapidPkHashMismatch"],
  },
  "ttl missing": {
    chrome: [400, "missing TTL header"],
    firefox: [400, 111],
    safari: [400, "BadTtl"],
  },
  ttl: { chrome: [400, "invalid TTL header"], firefox: [400, 112], safari: [400, "BadTtl"] },
  topic: {
    chrome: [400, "invalid Topic header"],
    firefox: [400, 113],
    safari: [400, "BadWebPushTopic"],
  },
  urgency: {
    chrome: [400, "invalid Urgency header"],
    firefox: [400, 110],
    safari: [400, "BadUrgency"],
  },
  encoding: {
    chrome: [400, "content encoding must be aes128gcm"],
    firefox: [400, 110],
    safari: [400, "BadWebPushRequest"],
  },
  body: {
    chrome: [400, "the body cannot be decrypted by the subscription"],
    firefox: [400, 110],
    safari: [400, "BadWebPushRequest"],
  },
  "too large": {
    chrome: [413, "push message must be 4096 bytes or less."],
    firefox: [413, 104],
    safari: [413, "PayloadTooLarge"],
  },
  method: {
    chrome: [405, "method not allowed"],
    firefox: [405, 0],
    safari: [405, "MethodNotAllowed"],
  },
} satisfies Record<string, Words>;

/** Why a push service refuses. */
export type WebPushFault = keyof typeof words;

const json = { "content-type": "application/json" };
const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  410: "Gone",
  413: "Payload Too Large",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

const mozilla = (status: number, errno: number, message: string) =>
  JSON.stringify({
    code: status,
    errno,
    error: titles[status] ?? "Error",
    message,
    more_info: "https://mozilla-services.github.io/autopush-rs/errors.html",
  });

/**
 * A refusal in the words of the browser's own push service: text (Chrome), errno (Mozilla) or
 * reason (Apple).
 */
export function refuseWebPush(kind: LabKind, fault: WebPushFault): Answer {
  const { chrome, firefox, safari }: Words = words[fault];
  if (kind === "firefox")
    return {
      status: firefox[0],
      headers: json,
      body: mozilla(...firefox, chrome[1]),
      verdict: fault,
    };
  if (kind === "safari")
    return {
      status: safari[0],
      headers: json,
      body: JSON.stringify({ reason: safari[1] }),
      verdict: fault,
    };
  return {
    status: chrome[0],
    headers: { "content-type": "text/plain; charset=UTF-8" },
    body: `${chrome[1]}\n`,
    verdict: fault,
  };
}

/** A forced refusal in the browser's own form. Without a status a reason is refused with 400. */
export function forcedWebPush(kind: LabKind, forced: ForcedResponse): Answer {
  const status = forced.status ?? 400;
  const reason = forced.reason ?? titles[status] ?? "InternalServerError";
  const verdict = forced.reason ?? `HTTP ${status}`;
  if (kind === "safari")
    return {
      status,
      headers: json,
      body: JSON.stringify({ reason: reason.replaceAll(" ", "") }),
      verdict,
    };
  if (kind === "firefox")
    return {
      status,
      headers: json,
      body: mozilla(status, status >= 500 ? 201 : 999, reason),
      verdict,
    };
  return {
    status,
    headers: { "content-type": "text/plain; charset=UTF-8" },
    body: `${reason}\n`,
    verdict,
  };
}
