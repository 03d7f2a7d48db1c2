import {
  deferred,
  jsonOf,
  providerText,
  rejected,
  toldWords,
  wantedPauseMs,
  withWords,
  wordsOf,
  type ProviderAnswer,
} from "../answers";
import type { Outcome } from "../provider";

/** One subscription gets too much (milliseconds). */
const subscriptionPauseMs = 30_000;

/**
 * What Apple, Mozilla and Google say, each in its own words, of a subscription with another VAPID
 * key.
 */
const otherKeyWords =
  /VapidPkHashMismatch|mismatch(ed)?[ _-]?sender[ _-]?id|sender[ _-]?id[ _-]?mismatch|VAPID (public )?key mismatch|do(es)? not correspond to the (credentials used to create the subscription|sender ID used to subscribe)/i;

/**
 * An answer of a push service (RFC 8030) as an outcome, with the reason wherever the service sends
 * it.
 */
export function webPushOutcome(answer: ProviderAnswer): Outcome {
  const { status, headers } = answer;
  if (status === 200 || status === 201 || status === 202) {
    const id = headers["location"] ?? headers["apns-id"];
    return id === undefined
      ? { kind: "submitted" }
      : { kind: "submitted", providerMessageId: providerText(id, 500) };
  }
  const { name, words } = toldBy(answer);
  const reason = withWords(`Web Push ${status}${name === "" ? "" : ` ${name}`}`, words);
  // This subscription is lost, the others may be well.
  if ([400, 401, 403].includes(status) && otherKeyWords.test(`${name} ${words}`))
    return ofOtherKey(status, reason);
  switch (status) {
    case 404:
    case 410:
      return rejected("7513", reason, true);
    case 413:
      return rejected("7404", `${reason}${words === "" ? ": " : "; "}the payload is too large`);
    case 401:
    case 403:
      return { kind: "stopped", code: "7504", reason };
    case 406:
      return deferred("7507", reason, answer, "device", subscriptionPauseMs);
    case 429:
      return deferred(
        "7507",
        reason,
        answer,
        "device",
        wantedPauseMs(answer) === undefined ? subscriptionPauseMs : 0,
      );
    default:
      if (name === "IdleTimeout") return deferred("7404", reason, answer, "outage");
      if (status >= 500)
        return deferred("7404", reason, answer, status === 503 ? "overload" : "outage");
      return rejected("7404", reason);
  }
}

/**
 * A subscription of another key. Where all of them are, ours is the wrong one: Mozilla says so with
 * the status that stands for a refused key.
 */
function ofOtherKey(status: number, reason: string): Outcome {
  const ofAll: Outcome =
    status === 401
      ? { kind: "stopped", code: "7504", reason }
      : rejected("7513", `${reason}; so for all: is this the key that browsers subscribe with?`);
  return {
    kind: "rejected",
    code: "7513",
    reason: `${reason}: subscribed with another key`,
    retireDevice: true,
    ofAll,
  };
}

/**
 * The reason that a push service gives: Apple's `reason`, Mozilla's `errno` and message,
 * Microsoft's headers (the body is empty there), or Google's plain text. What comes from a gateway,
 * in HTML, is none.
 */
function toldBy(answer: ProviderAnswer): { name: string; words: string } {
  const { headers, body } = answer;
  const { reason, errno } = jsonOf(body);
  const words = wordsOf(answer);
  if (typeof reason === "string" && reason.trim() !== "")
    return { name: providerText(toldWords(answer, reason), 60), words };
  if (typeof errno === "number") return { name: `errno ${errno}`, words };
  const microsoft = ["x-wns-error-description", "x-wns-status", "x-wns-notificationstatus"]
    .map((header) => toldWords(answer, headers[header] ?? ""))
    .find((headerText) => headerText !== "");
  return { name: "", words: microsoft ?? words };
}
