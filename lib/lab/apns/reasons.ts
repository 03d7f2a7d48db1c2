import type { Answer, ForcedResponse } from "@/lib/lab/exchange";

/**
 * Reasons of
 * https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
 * with their status.
 */
const statusOf: Record<string, number> = {
  BadCollapseId: 400,
  BadDeviceToken: 400,
  BadExpirationDate: 400,
  BadMessageId: 400,
  BadPriority: 400,
  BadTopic: 400,
  DeviceTokenNotForTopic: 400,
  DuplicateHeaders: 400,
  IdleTimeout: 400,
  InvalidPushType: 400,
  MissingDeviceToken: 400,
  MissingTopic: 400,
  PayloadEmpty: 400,
  TopicDisallowed: 400,
  BadCertificate: 403,
  BadCertificateEnvironment: 403,
  BadEnvironmentKeyIdInToken: 403,
  ExpiredProviderToken: 403,
  Forbidden: 403,
  InvalidProviderToken: 403,
  MissingProviderToken: 403,
  UnrelatedKeyIdInToken: 403,
  BadPath: 404,
  MethodNotAllowed: 405,
  ExpiredToken: 410,
  Unregistered: 410,
  PayloadTooLarge: 413,
  TooManyProviderTokenUpdates: 429,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  Shutdown: 503,
};
const reasonOf: Record<number, string> = {
  400: "BadDeviceToken",
  403: "InvalidProviderToken",
  404: "BadPath",
  405: "MethodNotAllowed",
  410: "Unregistered",
  413: "PayloadTooLarge",
  429: "TooManyRequests",
  500: "InternalServerError",
  503: "ServiceUnavailable",
};

/**
 * A refusal in Apple's form.
 *
 * @param timestamp ms UTC since when a token is dead, sent with 410
 */
export function refuseApns(
  reason: string,
  apnsId: string,
  timestamp?: number,
  status = statusOf[reason] ?? 400,
): Answer {
  const body = timestamp === undefined ? { reason } : { reason, timestamp };
  return {
    status,
    headers: { "apns-id": apnsId, "content-type": "application/json" },
    body: JSON.stringify(body),
    verdict: reason,
  };
}

/** A forced refusal. A status Apple has no reason for (502) is answered without a body. */
export function forcedApns(forced: ForcedResponse, apnsId: string): Answer {
  const reason = forced.reason ?? reasonOf[forced.status ?? 0];
  if (reason === undefined)
    return {
      status: forced.status ?? 500,
      headers: {},
      body: "",
      verdict: `HTTP ${forced.status ?? 500}`,
    };
  const dead = reason === "Unregistered" || reason === "ExpiredToken";
  return refuseApns(reason, apnsId, dead ? Date.now() : undefined, forced.status);
}
