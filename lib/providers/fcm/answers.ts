import { membersOf } from "@/lib/interface/value-shape";
import {
  deferred,
  doubted,
  jsonOf,
  providerText,
  rejected,
  toldWords,
  withWords,
  wordsOf,
  type ProviderAnswer,
} from "../answers";
import type { Outcome } from "../provider";

/** Of outcomes that mean that the quota is used up. */
export const quotaCode = "7563";
/** FCM wants at least so long a pause when a quota is used up (milliseconds). */
const quotaPauseMs = 60_000;
/** "Try again in 30 seconds" is what its gateway writes. */
const gatewayPauseMs = 30_000;

/** Refusals that FCM also gives with a code of many meanings, recognised by their words alone. */
const invalidToken =
  /^(the )?(provided )?(fcm |gcm )?(registration |device |push )?(token|registration id|installation id) (provided )?is (not (a )?valid|invalid|malformed)\b|^(invalid|malformed)[ _]?(fcm |gcm |firebase )?(registration|installation id|device token|push token)\b/i;
const notRegistered = /^(error ?[:=] ?)?not_?registered\b/i;
const otherSender =
  /^(error ?[:=] ?)?(mismatch(ed)?[ _-]?sender[ _-]?id|sender[ _-]?id[ _-]?mismatch)\b/i;
/** Where a message names its device. */
const tokenFields = new Set(["message.token", "message.fid"]);

/**
 * An answer of FCM HTTP v1 as an outcome. The code is read from `details`, else from
 * `error.status`, else from the HTTP status; it may be no JSON.
 */
export function fcmOutcome(answer: ProviderAnswer): Outcome {
  const { status, body } = answer;
  const json = jsonOf(body);
  if (status === 200)
    return typeof json["name"] === "string"
      ? { kind: "submitted", providerMessageId: providerText(json["name"], 500) }
      : { kind: "submitted" };
  const error = membersOf(json["error"]);
  const details = Array.isArray(error["details"]) ? error["details"].map(membersOf) : [];
  const fcmError = details.find((detail) => text(detail["@type"])?.endsWith("fcm.v1.FcmError"));
  const message = wordsOf(answer);
  const errorCode = providerText(
    toldWords(answer, text(fcmError?.["errorCode"]) ?? text(error["status"]) ?? String(status)),
    60,
  );
  const code = olderName(status, errorCode, message) ?? errorCode;
  const name = `FCM ${status} ${code}`;
  const reason = withWords(name, withDetail(answer, message, details));
  switch (code) {
    case "UNREGISTERED":
      return rejected("7571", reason, true);
    case "INVALID_ARGUMENT":
      // An oversized message is an invalid argument too: only a complaint about the token itself
      // means that it is dead.
      return isOfToken(details, message)
        ? rejected("7512", reason, true)
        : rejected("7560", reason);
    case "SENDER_ID_MISMATCH":
      return doubted(
        "7562",
        `${name}: the token belongs to another Firebase project than the credential`,
      );
    case "QUOTA_EXCEEDED":
    case "RESOURCE_EXHAUSTED":
      return deferred(quotaCode, reason, answer, "pace", quotaPauseMs);
    case "THIRD_PARTY_AUTH_ERROR":
      return { kind: "stopped", code: "7566", reason };
    case "UNAUTHENTICATED":
      return { kind: "stopped", code: "7569", reason };
    case "PERMISSION_DENIED":
      return { kind: "stopped", code: "7570", reason };
    case "UNAVAILABLE":
      return deferred("7564", reason, answer, "overload");
    case "INTERNAL":
      return deferred("7565", reason, answer, "outage");
    default:
      return byStatus(status, reason, answer);
  }
}

/**
 * The present name of what FCM's older interface called otherwise: as a code, or in words with the
 * code of another error.
 */
function olderName(status: number, code: string, message: string): string | undefined {
  const says = (pattern: RegExp, ...statuses: number[]) =>
    pattern.test(code) || (statuses.includes(status) && pattern.test(message));
  if (says(otherSender, 403)) return "SENDER_ID_MISMATCH";
  return says(notRegistered, 400, 404, 410) ? "UNREGISTERED" : undefined;
}

/**
 * The message, with what the first named field is found wrong for: "Request contains an invalid
 * argument" alone says nothing.
 */
function withDetail(
  answer: ProviderAnswer,
  message: string,
  details: readonly Record<string, unknown>[],
): string {
  const [violation] = violationsOf(details);
  const detail = toldWords(answer, text(violation?.["description"]) ?? "");
  return detail === "" || message.includes(detail)
    ? message
    : toldWords(answer, `${detail}${message === "" ? "" : ` (${message})`}`);
}

function violationsOf(details: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return details.flatMap((detail) =>
    Array.isArray(detail["fieldViolations"]) ? detail["fieldViolations"].map(membersOf) : [],
  );
}

/**
 * Whether an invalid argument is the token. Where fields are named they decide, for any message.
 */
function isOfToken(details: readonly Record<string, unknown>[], message: string): boolean {
  const violations = violationsOf(details);
  const fields = violations.flatMap(({ field }) => text(field) ?? []);
  if (fields.length > 0) return fields.some((field) => tokenFields.has(field));
  return [message, ...violations.map(({ description }) => text(description) ?? "")].some((words) =>
    invalidToken.test(words),
  );
}

function byStatus(status: number, reason: string, answer: ProviderAnswer): Outcome {
  if (status === 401) return { kind: "stopped", code: "7569", reason };
  if (status === 403) return { kind: "stopped", code: "7570", reason };
  // Either the project's path is wrong or the token is gone: not enough to call it dead. A page in
  // HTML is no answer of FCM's own.
  if (status === 404 && answer.body.trimStart().startsWith("{")) return rejected("7404", reason);
  if (status === 404)
    return { kind: "stopped", code: "7404", reason: `${reason}; is the project id right?` };
  if (status === 429) return deferred(quotaCode, reason, answer, "pace", quotaPauseMs);
  if (status === 413) return rejected("7505", reason);
  if (status === 502) return deferred("7565", reason, answer, "outage", gatewayPauseMs);
  if (status >= 500)
    return deferred(
      status === 503 ? "7564" : "7565",
      reason,
      answer,
      status === 503 ? "overload" : "outage",
    );
  return rejected("7404", reason);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
