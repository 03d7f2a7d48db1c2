import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { database } from "@/lib/database/sql";
import { safePath } from "@/lib/inputs/own-page";
import { storeAttempt } from "./attempts";
import { connectionNamed, redirectUriOf } from "./connection";
import { IssuerError, SignOnError } from "./faults";
import { providerOf } from "./provider";

/** Who wants to sign in by a connection, and from where. */
export interface SignOnRequest {
  connectionId: string;
  /** Where to go on to; anything may be asked for. */
  next: string | undefined;
  /** What was written into the e-mail field. */
  email: string | undefined;
  /** Header of the request. */
  cookie: string | null;
  /** The owner of the installation who tries it out; undefined for a sign-in. */
  testerId?: string | undefined;
}

/**
 * Where to send a user who signs in by a provider: authorization code flow with PKCE (S256), state
 * and nonce. `cookies`: the `Set-Cookie` headers that bind the answer to this browser. Throws
 * {@link SignOnError}; undefined where there is no such connection.
 */
export async function beginSignOn(
  request: SignOnRequest,
): Promise<{ url: string; cookies: string[] } | undefined> {
  const connection = await connectionNamed(database(), request.connectionId);
  if (!connection) return undefined;
  const provider = await providerOf(connection).catch((error: unknown) => {
    throw error instanceof IssuerError ? new SignOnError("unreachable", error.message) : error;
  });
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const { id, groups } = connection;
  const offered = provider.serverMetadata().scopes_supported ?? [];
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUriOf(id),
    scope: [
      "openid",
      "email",
      "profile",
      ...(groups.length > 0 && offered.includes("groups") ? ["groups"] : []),
    ].join(" "),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(request.email !== undefined &&
      request.email !== "" && { login_hint: request.email.slice(0, 254) }),
  });
  const attempt = {
    connectionId: id,
    nonce,
    verifier,
    next: safePath(request.next),
    testerId: request.testerId ?? null,
  };
  return { url: url.href, cookies: storeAttempt(attempt, state, request.cookie) };
}
