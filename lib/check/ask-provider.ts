import { randomUUID } from "node:crypto";
import { applies } from "@/lib/describe/description";
import { ofAnswer, ownPart, refusalOf } from "@/lib/describe/refusals";
import { deviceKinds, providerOf, type ProviderKind } from "@/lib/interface/device-kinds";
import { checks } from "@/lib/providers/checks";
import type { CredentialCheck, Members } from "@/lib/providers/credential-check";
import { providers } from "@/lib/providers/credentials";
import type { Outcome } from "@/lib/providers/provider";
import type { Refusal } from "@/lib/providers/provider-credential";
import { credentialFault } from "./credential-fault";

/** What a provider says of a credential: it takes it, it does not, or it could not be asked. */
export type Verdict =
  | { kind: "accepted" }
  | ({ kind: "refused" } & Refusal)
  | { kind: "unreached"; says: string };

type Account = NonNullable<CredentialCheck["account"]>;

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
  const { account } = checks[provider];
  if (!account) return { kind: "accepted" };
  const kind = deviceKinds.find((one) => providerOf(one) === provider) ?? "android";
  const opened = account.open(members, lab);
  const outcome = await new Promise<Outcome>((resolve) => {
    const timer = setTimeout(
      () => resolve({ kind: "unknown", code: "7518", reason: "no answer in time", timedOut: true }),
      withinMs,
    );
    const target = { deliveryId: randomUUID(), pushid: account.nobody() };
    void opened.send(
      { request: { ...common, provider, kind, ...account.probe(members) }, targets: [target] },
      (_, sendOutcome) => {
        clearTimeout(timer);
        resolve(sendOutcome);
      },
    );
  });
  // Calls that are still in flight are dropped.
  void opened.close().catch(() => undefined);
  return placed(provider, members, verdictOf(provider, account, outcome));
}

/**
 * A refusal at a member that the credential has: what is said of the key is said of the certificate
 * where there is one.
 */
function placed(provider: ProviderKind, members: Members, verdict: Verdict): Verdict {
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
function verdictOf(
  provider: ProviderKind,
  { namesMessages, ownWords }: Account,
  outcome: Outcome,
): Verdict {
  const refusal = "reason" in outcome ? refusalOf(provider, outcome.reason) : undefined;
  switch (outcome.kind) {
    case "submitted":
      // Any server may answer 200; a provider names its messages, and Huawei is recognised by its
      // code.
      return !namesMessages || outcome.providerMessageId !== undefined
        ? { kind: "accepted" }
        : stranger(provider);
    case "rejected":
      if (refusal?.field !== undefined && (!outcome.retireDevice || refusal.field === "bundleId"))
        return { kind: "refused", ...refusal };
      return outcome.retireDevice || ownWords.test(ownPart(outcome.reason))
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
  if (/ answered /.test(reason) || ofAnswer.test(reason))
    return `${label} has a problem, or accepts no more requests at the moment.`;
  return `${label} cannot be reached from here.`;
}

/** What a probe has in common with every message. */
const common = {
  headers: { "content-type": "application/json" },
  bytes: 0,
  limit: 4_096,
  tooLarge: false,
  ttlSeconds: 0,
  ignored: [],
};
