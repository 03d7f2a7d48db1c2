import { randomBytes, randomUUID } from "node:crypto";
import { applies } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import { ownPart, refusalOf, type Refusal } from "@/lib/describe/refusals";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import { openApns } from "@/lib/providers/apns";
import { openFcm } from "@/lib/providers/fcm";
import { openHms } from "@/lib/providers/hms";
import type { Outcome, Provider } from "@/lib/providers/provider";
import { credentialFault, type Members } from "./credential-fault";

/** What a provider says of a credential: it takes it, it does not, or it could not be asked. */
export type Verdict =
  | { kind: "accepted" }
  | ({ kind: "refused" } & Refusal)
  | { kind: "unreached"; says: string };

/** Providers that know accounts. */
type Asked = Exclude<ProviderKind, "webpush">;

/** Not by the registry, whose threads for Web Push a page cannot start. */
const open: Record<Asked, (members: Members, lab: readonly string[]) => Provider> = {
  fcm: (members, lab) => openFcm(providers.fcm.schema.parse(members), lab),
  apns: (members, lab) => openApns(providers.apns.schema.parse(members), lab),
  hms: (members, lab) => openHms(providers.hms.schema.parse(members), lab),
};

/** A user waits for the answer. */
const patienceMs = 10_000;

/**
 * Asks a provider whether it takes a credential, by the protocol that messages go by: a message for
 * a device that there is none of, so that nothing reaches anyone, for any answer. A pair of keys
 * for Web Push is looked at here alone, since push services know no accounts. Answers within ten
 * seconds, and never throws for what a provider does.
 *
 * @param members checked by their description
 * @param lab `host:port` of the lab, which may be called although it is private
 * @param withinMs given by tests alone
 */
export async function askProvider(
  provider: ProviderKind,
  members: Members,
  lab: readonly string[],
  withinMs = patienceMs,
): Promise<Verdict> {
  const fault = await credentialFault(provider, members, lab);
  if (fault) return { kind: "refused", ...fault };
  if (provider === "webpush") return { kind: "accepted" };
  const opened = open[provider](members, lab);
  const outcome = await new Promise<Outcome>((resolve) => {
    const timer = setTimeout(
      () => resolve({ kind: "unknown", code: "7518", reason: "no answer in time", timedOut: true }),
      withinMs,
    );
    const target = { deliveryId: randomUUID(), pushid: nobody[provider]() };
    void opened.send(
      { request: probes[provider](members), targets: [target] },
      (_, sendOutcome) => {
        clearTimeout(timer);
        resolve(sendOutcome);
      },
    );
  });
  // Calls that are still in flight are dropped.
  void opened.close().catch(() => undefined);
  return placed(provider, members, verdictOf(provider, outcome));
}

/**
 * A refusal at a member that the credential has: what is said of the key is said of the certificate
 * where there is one.
 */
function placed(provider: Asked, members: Members, verdict: Verdict): Verdict {
  if (
    verdict.kind !== "refused" ||
    verdict.field === undefined ||
    applies(providers[provider].fields, verdict.field, members)
  )
    return verdict;
  return { ...verdict, field: members["signIn"] === "certificate" ? "certificate" : "privateKey" };
}

/**
 * What an answer to a message without a valid recipient says of the credential. That there is no
 * such device comes after everything else was found in order.
 */
function verdictOf(provider: Asked, outcome: Outcome): Verdict {
  const refusal = "reason" in outcome ? refusalOf(provider, outcome.reason) : undefined;
  switch (outcome.kind) {
    case "submitted":
      // Any server may answer 200; a provider names its messages, and Huawei is recognised by its
      // code.
      return provider === "hms" || outcome.providerMessageId !== undefined
        ? { kind: "accepted" }
        : stranger(provider);
    case "rejected":
      if (refusal?.field !== undefined && (!outcome.retireDevice || refusal.field === "bundleId"))
        return { kind: "refused", ...refusal };
      return outcome.retireDevice || ownWords[provider].test(ownPart(outcome.reason))
        ? { kind: "accepted" }
        : stranger(provider);
    case "stopped":
      return { kind: "refused", ...refusal, says: refusal?.says ?? "" };
    case "deferred":
      if (refusal?.field === "tokenUri") return { kind: "refused", ...refusal };
      return { kind: "unreached", says: troubleOf(provider, outcome.reason) };
    case "held":
      return { kind: "unreached", says: troubleOf(provider, outcome.reason) };
    case "unknown":
      if (outcome.reason.endsWith("an answer without a code")) return stranger(provider);
      return {
        kind: "unreached",
        says: `${providers[provider].label} did not answer${outcome.timedOut ? " in ten seconds" : ""}.`,
      };
  }
}

/** The answer of each provider to a wrong message, which shows that it accepted the credential. */
const ownWords: Record<Asked, RegExp> = {
  fcm: /\bINVALID_ARGUMENT\b/,
  apns: /\b(Bad|Invalid|Missing|Duplicate|Payload)[A-Z]/,
  hms: /\b8\d{7}\b/,
};

function stranger(provider: ProviderKind): Verdict {
  return {
    kind: "refused",
    field: "endpoint",
    says: `The server at this address is not ${providers[provider].label}.`,
  };
}

function troubleOf(provider: ProviderKind, whole: string): string {
  const { label } = providers[provider];
  const reason = ownPart(whole);
  if (/CERT|SIGNATURE/.test(reason))
    return `${label} cannot be reached: the certificate of its address is not trusted.`;
  if (/ answered |^(FCM|APNs|HMS) \d/.test(reason))
    return `${label} has a problem, or accepts no more requests at the moment.`;
  return `${label} cannot be reached from here.`;
}

/** Device tokens of no device. */
const nobody: Record<Asked, () => string> = {
  fcm: () => "clarion-checks-its-credential",
  apns: () => randomBytes(32).toString("hex"),
  hms: () => "clarion-checks-its-credential",
};

const common = {
  headers: { "content-type": "application/json" },
  bytes: 0,
  limit: 4_096,
  tooLarge: false,
  ttlSeconds: 0,
  ignored: [],
};
const transid = "00000000-0000-0000-0000-000000000000";
/** Messages that no device would show. */
const probes: Record<Asked, (members: Members) => ProviderRequest> = {
  fcm: () => ({
    ...common,
    provider: "fcm",
    kind: "android",
    body: JSON.stringify({ validate_only: true, message: { token: "", data: { transid } } }),
  }),
  apns: ({ bundleId = "" }) => ({
    ...common,
    provider: "apns",
    kind: "ios",
    headers: {
      ...common.headers,
      "apns-topic": bundleId,
      "apns-push-type": "background",
      "apns-priority": "5",
      "apns-expiration": "0",
    },
    body: JSON.stringify({ aps: { "content-available": 1 } }),
  }),
  hms: () => ({
    ...common,
    provider: "hms",
    kind: "hms",
    body: JSON.stringify({
      validate_only: true,
      message: { data: JSON.stringify({ transid }), token: [] },
    }),
  }),
};
