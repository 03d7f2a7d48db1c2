import { deferred, jsonOf, rejected, type ProviderAnswer } from "./answers";
import type { Outcome } from "./provider";

/** One subscription gets too much (milliseconds). */
const subscriptionPauseMs = 30_000;

/** What Google's service says of a subscription that was made with another VAPID key. */
const otherKeyWords = /do not correspond to the credentials used to create the subscription/;

/** An answer of a push service (RFC 8030) as an outcome; Apple's `reason` and Mozilla's `errno` are told where there are any. */
export function webPushOutcome(answer: ProviderAnswer): Outcome {
  const { status, headers } = answer;
  if (status === 200 || status === 201 || status === 202) {
    const id = headers["location"] ?? headers["apns-id"];
    return id === undefined ? { kind: "submitted" } : { kind: "submitted", providerMessageId: id.slice(0, 500) };
  }
  const json = jsonOf(answer.body);
  const told = typeof json["reason"] === "string" ? json["reason"] : typeof json["errno"] === "number" ? `errno ${json["errno"]}` : "";
  const reason = `Web Push ${status} ${told.slice(0, 60)}`.trim();
  // This subscription is lost, the others may be well.
  if (told === "VapidPkHashMismatch" || (status === 403 && otherKeyWords.test(answer.body)))
    return rejected("7513", `${reason}: subscribed with another key`, true);
  switch (status) {
    case 404:
    case 410:
      return rejected("7513", reason, true);
    case 413:
      return rejected("7404", `${reason}: the payload is too large`);
    case 401:
    case 403:
      return { kind: "stopped", code: "7504", reason };
    case 406:
      return deferred("7507", reason, answer, "device", subscriptionPauseMs);
    case 429:
      return deferred("7507", reason, answer, "device", headers["retry-after"] === undefined ? subscriptionPauseMs : 0);
    default:
      if (told === "IdleTimeout") return deferred("7404", reason, answer, "outage");
      if (status >= 500) return deferred("7404", reason, answer, status === 503 ? "overload" : "outage");
      return rejected("7404", reason);
  }
}
