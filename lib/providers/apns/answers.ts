import type { UpdateCode } from "@/lib/interface/codes";
import {
  deferred,
  doubted,
  jsonOf,
  rejected,
  toldWords,
  withWords,
  wordsOf,
  type ProviderAnswer,
} from "../answers";
import type { Outcome } from "../provider";

const deadTokens: Record<string, UpdateCode> = {
  Unregistered: "7513",
  ExpiredToken: "7513",
};
/**
 * Said of dead tokens, and of all there are when the environment or the bundle ID of the credential
 * is the wrong one.
 */
const doubts: Record<string, string> = {
  BadDeviceToken:
    "the token is no longer valid, or belongs to the other environment (sandbox or production)",
  DeviceTokenNotForTopic: "the token belongs to another app than the bundle ID of the credential",
};
/** The request is wrong, and would be again. */
const wrong: Record<string, UpdateCode> = {
  BadCollapseId: "7404",
  BadExpirationDate: "7511",
  BadMessageId: "7404",
  BadPriority: "7404",
  DuplicateHeaders: "7404",
  InvalidPushType: "7404",
  MissingDeviceToken: "7512",
  PayloadEmpty: "7404",
  BadPath: "7404",
  MethodNotAllowed: "7404",
  PayloadTooLarge: "7510",
};
const configuration: Record<string, UpdateCode> = {
  BadTopic: "7404",
  MissingTopic: "7404",
  TopicDisallowed: "7404",
  BadCertificate: "7515",
  BadCertificateEnvironment: "7515",
  Forbidden: "7504",
  InvalidProviderToken: "7504",
  MissingProviderToken: "7504",
  BadEnvironmentKeyIdInToken: "7504",
  UnrelatedKeyIdInToken: "7504",
  ExpiredProviderToken: "7504",
};
/** One device gets too much; the others do not. */
const onlyThisDevice = "TooManyRequests";
const devicePauseMs = 5_000;
const connectionPauseMs = 30_000;

/** An answer of APNs as an outcome: the reason decides, and the status where there is none. */
export function apnsOutcome(answer: ProviderAnswer): Outcome {
  const { status, headers } = answer;
  if (status === 200)
    return headers["apns-id"] === undefined
      ? { kind: "submitted" }
      : { kind: "submitted", providerMessageId: headers["apns-id"] };
  const { reason: providerReason, timestamp } = jsonOf(answer.body);
  const name =
    typeof providerReason === "string" && /^[A-Za-z]{1,60}$/.test(providerReason)
      ? providerReason
      : "";
  const words =
    name !== ""
      ? ""
      : typeof providerReason === "string"
        ? toldWords(answer, providerReason)
        : wordsOf(answer);
  const reason = withWords(`APNs ${status} ${name}`.trim(), words);
  const dead = own(deadTokens, name);
  if (dead)
    return {
      kind: "rejected",
      code: dead,
      reason,
      retireDevice: true,
      ...(isTime(timestamp) && { deadSince: timestamp }),
    };
  const doubt = own(doubts, name);
  if (doubt !== undefined) return doubted("7512", `${reason}: ${doubt}`);
  const fault = own(wrong, name);
  if (fault) return rejected(fault, reason);
  const stop = own(configuration, name);
  if (stop) return { kind: "stopped", code: stop, reason };
  if (name === onlyThisDevice) return deferred("7507", reason, answer, "device", devicePauseMs);
  if (name === "TooManyProviderTokenUpdates")
    return deferred("7507", reason, answer, "pace", connectionPauseMs);
  if (status === 410) return rejected("7513", reason, true);
  if (status === 413) return rejected("7510", reason);
  if (status === 403) return { kind: "stopped", code: "7504", reason };
  if (status === 429) return deferred("7507", reason, answer, "pace");
  if (status >= 500 || name === "IdleTimeout")
    return deferred("7517", reason, answer, status === 503 ? "overload" : "outage");
  return rejected("7518", reason);
}

/** Milliseconds UTC, as APNs writes them with `Unregistered`. */
function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
