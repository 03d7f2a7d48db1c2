import { answerNames, type ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import { noTokensHere, type Refusal } from "@/lib/providers/provider-credential";

/** Of an address that only the operator of Clarion can allow. */
export const privateAddress =
  "This is a private address. Only private addresses listed by the operator of Clarion are allowed.";
/** How a reason begins that an answer of a provider gives. */
export const ofAnswer = new RegExp(`^(?:${Object.values(answerNames).join("|")}) \\d`);

/**
 * What an adapter says itself in the reason of an outcome. Of an answer that is the provider's
 * name, the status and the code: what comes behind a colon or a semicolon may hold any words,
 * written by a third party, and decides nothing.
 */
export function ownPart(reason: string): string {
  return ofAnswer.test(reason) ? (/^[^:;]*/.exec(reason)?.[0] ?? "") : reason;
}

/**
 * What a provider's refusal of a credential means: for the person who saves it, and later, when
 * messages wait because of it.
 *
 * @param whole the reason of the outcome of an adapter (lib/providers)
 */
export function refusalOf(provider: ProviderKind, whole: string): Refusal {
  const { refusals: table, noToken } = providers[provider];
  const reason = ownPart(whole);
  const words = reason.split(":")[0]?.match(/[A-Za-z_]+|\d+/g) ?? [];
  const word = words.findLast((one) => Object.hasOwn(table, one));
  // What our own signer finds says more than a provider could.
  const own = /credential cannot be used: (\w+): ([^;]+)/.exec(reason);
  if (own)
    return {
      field: own[1] ?? "",
      says: `${(own[2] ?? "").slice(0, 1).toUpperCase()}${(own[2] ?? "").slice(1)}.`,
    };
  if (/private address|forbidden address|led nowhere/.test(reason))
    return { field: "endpoint", says: privateAddress };
  if (/token endpoint (gave no token|answered (404|405|410))/.test(reason))
    return { field: "tokenUri", says: noTokensHere };
  if (/token endpoint/.test(reason) && (word === undefined || /^\d+$/.test(word))) return noToken;
  if (/cannot be (read|used)/.test(reason))
    return { field: "privateKey", says: "The private key cannot be read." };
  return (
    (word !== undefined && table[word]) || {
      says: "The provider did not accept this credential and gave no reason.",
    }
  );
}

/**
 * Returns why a stored credential is refused, for people: the reason of a check is already a
 * sentence.
 */
export function refusedWords(provider: ProviderKind, reason: string): string {
  return reason.endsWith(".") && !ofAnswer.test(reason) ? reason : refusalOf(provider, reason).says;
}
