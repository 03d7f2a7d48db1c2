import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Description } from "@/lib/describe/description";
import { refusalOf, refusedWords } from "@/lib/describe/refusals";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { ProviderAnswer } from "./answers";
import { apnsOutcome } from "./apns/answers";
import { providers } from "./credentials";
import { fcmOutcome } from "./fcm/answers";
import { hmsOutcomes } from "./hms/answers";
import type { Outcome } from "./provider";
import { webPushOutcome } from "./web-push/answers";

const outcomeOf: Record<ProviderKind, (answer: ProviderAnswer) => Outcome | undefined> = {
  fcm: fcmOutcome,
  apns: apnsOutcome,
  hms: (answer) => hmsOutcomes(answer, ["token"])[0],
  webpush: webPushOutcome,
};
const answer = (status: number, body: unknown): ProviderAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});
const google = (status: number, name: string) =>
  answer(status, {
    error: {
      code: status,
      message: "Words of Google’s own.",
      status: name,
      details: [
        { "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: name },
      ],
    },
  });
const reasoned = (status: number, reason: string) => answer(status, { reason });

/**
 * Answers by which a provider refuses a credential or what it is configured with, by what the
 * provider calls them.
 */
const refusals: readonly [ProviderKind, string, ProviderAnswer][] = [
  // https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode and google.rpc.Code
  ["fcm", "UNAUTHENTICATED", google(401, "UNAUTHENTICATED")],
  ["fcm", "THIRD_PARTY_AUTH_ERROR", google(401, "THIRD_PARTY_AUTH_ERROR")],
  ["fcm", "PERMISSION_DENIED", google(403, "PERMISSION_DENIED")],
  ["fcm", "SENDER_ID_MISMATCH", google(403, "SENDER_ID_MISMATCH")],
  ["fcm", "401", answer(401, {})],
  ["fcm", "403", answer(403, {})],
  ["fcm", "404", { status: 404, headers: {}, body: "<!DOCTYPE html>" }],
  // https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
  ...(["BadTopic", "MissingTopic", "TopicDisallowed", "DeviceTokenNotForTopic"] as const).map(
    (reason): [ProviderKind, string, ProviderAnswer] => ["apns", reason, reasoned(400, reason)],
  ),
  ...(
    [
      "BadCertificate",
      "BadCertificateEnvironment",
      "BadEnvironmentKeyIdInToken",
      "ExpiredProviderToken",
      "Forbidden",
      "InvalidProviderToken",
      "MissingProviderToken",
      "UnrelatedKeyIdInToken",
    ] as const
  ).map((reason): [ProviderKind, string, ProviderAnswer] => [
    "apns",
    reason,
    reasoned(403, reason),
  ]),
  ["apns", "BadDeviceToken", reasoned(400, "BadDeviceToken")],
  ["apns", "403", answer(403, {})],
  // https://developer.huawei.com/consumer/en/doc/HMSCore-References-V5/https-send-api-0000001050986197-V5
  ...(["80200001", "80200003", "80300002", "80300007"] as const).map(
    (code): [ProviderKind, string, ProviderAnswer] => [
      "hms",
      code,
      answer(200, { code, msg: "Words of Huawei’s own." }),
    ],
  ),
  ["hms", "401", answer(401, {})],
  ["hms", "404", answer(404, {})],
  // https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
  ...(["BadAuthorizationHeader", "BadJwtToken", "BadVapidPublicKey"] as const).map(
    (reason): [ProviderKind, string, ProviderAnswer] => ["webpush", reason, reasoned(403, reason)],
  ),
  // https://mozilla-services.github.io/autopush-rs/errors.html
  ["webpush", "errno 109", answer(401, { code: 401, errno: 109, error: "Unauthorized" })],
  ["webpush", "401", answer(401, {})],
  ["webpush", "403", answer(403, {})],
];

/**
 * Refusals of a token endpoint: RFC 6749 (4.1.2.1, 5.2), and Google's own at oauth2.googleapis.com.
 * Huawei's have numbers and are recognised by their status.
 */
const tokenRefusals: readonly [ProviderKind, string, number][] = [
  ...[
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
  ].map((code): [ProviderKind, string, number] => ["fcm", code, 400]),
  ...[
    "access_denied",
    "account_disabled",
    "deleted_client",
    "disabled_client",
    "org_internal",
    "admin_policy_enforced",
  ].map((code): [ProviderKind, string, number] => ["fcm", code, 401]),
  ["hms", "", 400],
  ["hms", "invalid_client", 401],
];

const unsaid = "The provider did not accept this credential and gave no reason.";

/**
 * Holds words to what people can read and act on: whole sentences without the provider's own codes,
 * at a member that there is.
 */
function expectWords(provider: ProviderKind, reason: string): void {
  const { says, field } = refusalOf(provider, reason);
  const { fields }: Description = providers[provider];
  expect(says).not.toBe(unsaid);
  expect(says).toMatch(/^[A-Z].*\.$/);
  expect(says).not.toMatch(
    /\b[A-Z]{2,}_[A-Z]+|\b[a-z]+_[a-z]+\b|\b(?:Bad|Missing|Invalid|Expired)[A-Z]|HTTP|\d{3}/,
  );
  expect([undefined, ...Object.keys(fields)]).toContain(field);
  expect(refusedWords(provider, reason)).toBe(says);
}

const reasonOf = (outcome: Outcome | undefined) =>
  outcome && "reason" in outcome ? outcome.reason : "";
/** Whether an outcome is of the credential, or may be. */
function isOfCredential(outcome: Outcome | undefined): boolean {
  return (
    outcome?.kind === "stopped" ||
    (outcome?.kind === "rejected" &&
      (outcome.doubtful === true || outcome.ofAll?.kind === "stopped"))
  );
}

describe("the words for a refused credential", () => {
  it.each(refusals)("%s %s", (provider, _name, refusal) => {
    const outcome = outcomeOf[provider](refusal);
    expect(isOfCredential(outcome)).toBe(true);
    expectWords(provider, reasonOf(outcome));
  });

  it.each(refusals.filter(([, name]) => /^[A-Za-z_]+$/.test(name)))(
    "%s %s say more than its status does",
    (provider, name, refusal) => {
      const bare = outcomeOf[provider](answer(refusal.status, {}));
      expect(refusalOf(provider, reasonOf(outcomeOf[provider](refusal))).says).not.toBe(
        refusalOf(provider, reasonOf(bare)).says,
      );
      expect(reasonOf(outcomeOf[provider](refusal))).toContain(name);
    },
  );

  it.each(tokenRefusals)("%s: the token endpoint answers %s (%i)", (provider, code, status) => {
    expectWords(
      provider,
      `the token endpoint answered ${status}${code === "" ? "" : ` (${code})`}`,
    );
  });

  it("are there for every answer of the vectors that is of the credential, and the list above has it", () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, "vectors", name), "utf8")) as Record<
        string,
        unknown
      >;
    const cases = (name: string, member = "cases") =>
      read(name)[member] as {
        status?: number;
        http?: number;
        body?: unknown;
        reason?: string;
        errno?: number;
      }[];
    const all: [ProviderKind, ReturnType<typeof cases>[number]][] = [
      ...cases("fcm_responses.json").map((one): ["fcm", typeof one] => ["fcm", one]),
      ...cases("apns_reasons.json").map((one): ["apns", typeof one] => ["apns", one]),
      ...cases("hms_codes.json").map((one): ["hms", typeof one] => ["hms", one]),
      ...["generic", "mozilla", "apple"].flatMap((member) =>
        cases("webpush_responses.json", member).map((one): ["webpush", typeof one] => [
          "webpush",
          one,
        ]),
      ),
    ];
    const listed = new Set(
      refusals.map(
        ([provider, , refusal]) => refusalOf(provider, reasonOf(outcomeOf[provider](refusal))).says,
      ),
    );
    let refusalCount = 0;
    for (const [provider, { status, http, body, reason, errno }] of all) {
      const text = typeof body === "string" ? body : JSON.stringify(body ?? { reason, errno });
      const outcome = outcomeOf[provider]({ status: status ?? http ?? 0, headers: {}, body: text });
      if (!isOfCredential(outcome)) continue;
      refusalCount += 1;
      expectWords(provider, reasonOf(outcome));
      expect(listed).toContain(refusalOf(provider, reasonOf(outcome)).says);
    }
    expect(refusalCount).toBeGreaterThan(20);
  });

  it.each<[ProviderKind, string]>([
    ["fcm", "FCM 400 SOMETHING_NEW"],
    ["apns", "APNs 400 SomethingNew"],
    ["hms", "HMS 200 89999999"],
    ["webpush", "Web Push 400 SomethingNew"],
  ])("say of an unknown refusal of %s that there is one: %s", (provider, reason) => {
    expect(refusalOf(provider, reason)).toEqual({ says: unsaid });
  });
});
