import { authorizationCodeGrant, fetchUserInfo, type Configuration } from "openid-client";
import { database } from "@/lib/database/sql";
import { openAttempt, redeemOnce, type Attempt } from "./attempts";
import { connectionNamed, redirectUriOf, type Connection } from "./connection";
import { answerFault, SignOnError } from "./faults";
import type { Claims } from "./person";
import { providerOf } from "./provider";

/** A user who came back from their provider, with any result. */
export interface SignOnReturn {
  connection: Connection;
  attempt: Attempt;
  /** Throws {@link SignOnError} where the provider's answer does not hold. */
  claims: () => Promise<Claims>;
}

/**
 * Handles the return of a user from their provider. State, browser and address must be those that
 * they went with, and a state counts once. Throws {@link SignOnError}.
 *
 * @param query of the address that the provider sent them to, as it stands
 * @param cookie header of the request
 */
export async function comeBack(
  connectionId: string,
  query: URLSearchParams,
  cookie: string | null,
): Promise<SignOnReturn> {
  const state = query.get("state");
  const attempt = state === null ? undefined : openAttempt(connectionId, state, cookie);
  const connection = attempt && (await connectionNamed(database(), connectionId));
  if (!attempt || !connection || state === null) throw new SignOnError("stale");
  const confirmed = async () => {
    try {
      const provider = await providerOf(connection);
      const url = new URL(redirectUriOf(connectionId));
      url.search = query.toString();
      return await redeemOnce(state, () => askClaims(provider, url, state, attempt));
    } catch (error) {
      throw answerFault(error);
    }
  };
  return { connection, attempt, claims: confirmed };
}

/**
 * Redeems the code: state, `iss` (RFC 9207), nonce, PKCE, audience, times and the signature of the
 * ID token are checked, and that the userinfo endpoint speaks of the same subject. Where both name
 * a claim, the signed one counts.
 */
async function askClaims(
  provider: Configuration,
  url: URL,
  state: string,
  { nonce, verifier }: Attempt,
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const signed = tokens.claims();
  if (!signed) throw new SignOnError("answer", "The provider sent no ID token.");
  if (provider.serverMetadata().userinfo_endpoint === undefined) return signed;
  return { ...(await fetchUserInfo(provider, tokens.access_token, signed.sub)), ...signed };
}
