import type { UpdateCode } from "@/lib/interface/codes";
import { jsonIn, membersOf } from "@/lib/interface/value-shape";
import { TokenError } from "@/lib/outbound/access-token";
import type { Answer } from "@/lib/outbound/answer";
import { ForbiddenAddressError, NotSentError, TimedOutError } from "@/lib/outbound/errors";
import { retryAfterMs } from "@/lib/outbound/retry-after";
import { now } from "@/lib/runtime/clock";
import type { Outcome, Trouble } from "./provider";

/** What a provider answered. */
export interface ProviderAnswer extends Answer {
  /**
   * What was sent to it and is not to come back in a description: device tokens and what stood in
   * the authorization header.
   */
  secrets?: readonly string[];
}

/** The body as an object; empty for anything else: gateways answer in HTML. */
export function jsonOf(body: string): Record<string, unknown> {
  return membersOf(jsonIn(body));
}

/**
 * Returns a text of a provider as it may stand in a sentence: on one line, without control
 * characters, directions and halves of characters.
 *
 * @param most characters (code points) after which it is cut
 */
export function providerText(text: string, most: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
  return Array.from(plain.slice(0, 2 * most))
    .slice(0, most)
    .join("");
}

/** Characters after which a provider's text is cut. */
const mostTold = 200;
/**
 * What looks like a token wherever it comes from: long runs without a space, a full stop or a
 * slash, and what stands behind the name of a scheme.
 */
const secretLooks =
  /\b(?:bearer|basic|vapid) +[^\s,;"']{16,}|\b(?:eyJ|ya29\.)[\w.~+/=-]{8,}|[\w:=+~-]{40,}/gi;
/** Shorter ones would be found in plain words. */
const leastSecret = 8;

/**
 * What a provider says, as {@link providerText} within 200 characters, with `…` in place of tokens
 * and secrets.
 */
export function toldWords({ secrets = [] }: Pick<ProviderAnswer, "secrets">, text: string): string {
  // What is cut off is not looked through.
  let redacted = providerText(text, 4_096);
  for (const secret of secrets)
    if (secret.length >= leastSecret) redacted = redacted.replaceAll(secret, "…");
  return providerText(redacted.replace(secretLooks, "…"), mostTold);
}

/**
 * Members of JSON that usually have the reason (RFC 6749, 5.2; RFC 9457; Google's and Huawei's),
 * the best one first.
 */
const wordMembers = ["message", "error_description", "msg", "detail", "description"];

/**
 * The words in which the body of an answer gives its reason: a usual member of its JSON, of its
 * `error` or of the first of its `errors`, or a plain text. Empty where there are none, and for the
 * page of a gateway in HTML.
 */
export function wordsOf(answer: Pick<ProviderAnswer, "body" | "secrets">): string {
  const json = jsonOf(answer.body);
  const { error, errors } = json;
  const [first]: unknown[] = Array.isArray(errors) ? errors : [];
  const candidates = [json, membersOf(error), membersOf(first)].flatMap((place) =>
    wordMembers.map((name) => place[name]),
  );
  const plainText = [...candidates, error, first].find(isPlain);
  return toldWords(answer, plainText ?? (isPlain(answer.body) ? answer.body : ""));
}

/** Whether a value is a text for people: not blank, no HTML and no JSON. */
function isPlain(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && !/^\s*[<{[]/.test(value);
}

/** A reason with a provider's words behind it, if there are any. */
export function withWords(reason: string, words: string): string {
  return words === "" ? reason : `${reason}: ${words}`;
}

/** A `Retry-After` that asks for more than this is believed so far. */
const longestWaitMs = 3_600_000;

/**
 * How long an answer asks to wait, in milliseconds, an hour at most; undefined where it names no
 * time that is still to come (RFC 9110, 10.2.3).
 */
export function wantedPauseMs({ headers }: Pick<ProviderAnswer, "headers">): number | undefined {
  const after = retryAfterMs(headers["retry-after"], now()) ?? 0;
  return after > 0 ? Math.min(after, longestWaitMs) : undefined;
}

/**
 * Worth trying again.
 *
 * @param leastMs a pause that no answer shortens
 */
export function deferred(
  code: UpdateCode,
  reason: string,
  answer: Pick<ProviderAnswer, "headers"> | undefined,
  trouble: Trouble,
  leastMs = 0,
): Outcome {
  const afterMs = Math.max((answer && wantedPauseMs(answer)) ?? 0, leastMs);
  return { kind: "deferred", code, reason, trouble, ...(afterMs === 0 ? {} : { afterMs }) };
}

/** Never tried again. */
export function rejected(code: UpdateCode, reason: string, retireDevice = false): Outcome {
  return { kind: "rejected", code, reason, retireDevice };
}

/**
 * A token that is dead, or of another app or environment than the credential: the credential is to
 * be looked at first.
 */
export function doubted(code: UpdateCode, reason: string): Outcome {
  return { kind: "rejected", code, reason, retireDevice: true, doubtful: true };
}

/**
 * Whether an outcome asks for fewer requests at once; `undefined` where the provider was not asked.
 */
export function slowsDown(outcome: Outcome): boolean | undefined {
  if (outcome.kind === "held") return undefined;
  return (
    outcome.kind === "deferred" && (outcome.trouble === "pace" || outcome.trouble === "overload")
  );
}

/** Whether an outcome means that the provider itself, or the way to it, is broken. */
export function ails(outcome: Outcome): boolean {
  return (
    outcome.kind === "unknown" ||
    (outcome.kind === "deferred" &&
      (outcome.trouble === "outage" || outcome.trouble === "overload"))
  );
}

/**
 * An error of the line, or of the token call, as an outcome.
 *
 * @param codes what to call a credential that the token endpoint refuses, and a token endpoint that
 *   gives none for now
 */
export function outcomeOfError(
  error: unknown,
  codes: { refused: UpdateCode; noToken: UpdateCode },
): Outcome {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof TokenError)
    return error.refused
      ? { kind: "stopped", code: codes.refused, reason }
      : deferred(codes.noToken, reason, undefined, "outage");
  // Of the credential: no other delivery gets further. It waits until the address, or
  // PROVIDER_ALLOW, is another one.
  if (error instanceof ForbiddenAddressError)
    return { kind: "stopped", code: codes.refused, reason };
  if (error instanceof NotSentError) return deferred("7404", reason, undefined, "outage");
  return {
    kind: "unknown",
    code: "7518",
    reason,
    ...(error instanceof TimedOutError ? { timedOut: true } : {}),
  };
}
