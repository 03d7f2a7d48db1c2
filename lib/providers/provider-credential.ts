import type { Description } from "@/lib/describe/description";

/** Why a provider does not take a credential, in plain words. */
export interface Refusal {
  /** The member to mend, by its name in the credential; absent where it is none of them. */
  field?: string;
  says: string;
}

/** What an app needs to send through a provider. */
export interface ProviderCredential extends Description {
  /** What refusals mean, by the word or number that the reason of an outcome has for each. */
  refusals: Readonly<Record<string, Refusal>>;
  /** What it means that no access token is issued, or that access is denied without a word. */
  noToken: Refusal;
}

/** Of a token address that is another one. */
export const noTokensHere = "This address does not issue access tokens.";
