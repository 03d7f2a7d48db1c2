import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { cookieValue, setCookieHeader } from "@/lib/auth/cookies";
import { networkOf } from "@/lib/config/address-list";
import { database } from "@/lib/database/sql";
import { safePath } from "@/lib/inputs/own-page";
import { connectionNamed, redirectUriOf } from "./connection";
import { IssuerError, SignOnError } from "./faults";
import { providerOf } from "./provider";
import { newBrowserSecret, rememberTry, trySeconds } from "./tries";

/** Who wants to sign in by a connection, and from where. */
export interface Asked {
  connectionId: string;
  /** Where to go on to; anything may be asked for. */
  next: string | undefined;
  /** What was written into the e-mail field. */
  email: string | undefined;
  /** The client's address; "unknown" when it is not available. */
  client: string;
  /** Header of the request. */
  cookie: string | null;
  /** The owner of the installation who tries it out; undefined for a sign-in. */
  testerId?: string | undefined;
}

/**
 * Where to send a user who signs in by a provider: authorization code flow with PKCE (S256), state and nonce. `setCookie` binds the answer to this browser.
 * Throws {@link SignOnError}; undefined where there is no such connection.
 */
export async function beginSignOn(asked: Asked): Promise<{ url: string; setCookie: string } | undefined> {
  const connection = await connectionNamed(database(), asked.connectionId);
  if (!connection) return undefined;
  const provider = await providerOf(connection).catch((error: unknown) => {
    throw error instanceof IssuerError ? new SignOnError("unreachable", error.message) : error;
  });
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  // Several tabs may be under way in one browser.
  const browser = browserOf(asked.cookie) ?? newBrowserSecret();
  const { id, groups } = connection;
  await rememberTry({
    connectionId: id,
    state,
    browser,
    nonce,
    verifier,
    next: safePath(asked.next),
    network: networkOf(asked.client),
    testerId: asked.testerId ?? null,
  });
  const offered = provider.serverMetadata().scopes_supported ?? [];
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUriOf(id),
    scope: ["openid", "email", "profile", ...(groups.length > 0 && offered.includes("groups") ? ["groups"] : [])].join(" "),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(asked.email !== undefined && asked.email !== "" && { login_hint: asked.email.slice(0, 254) }),
  });
  return { url: url.href, setCookie: setCookieHeader("sign-on", browser, trySeconds) };
}

/** What the cookie of a browser that went to a provider holds; undefined without one that is written as ours are. */
export function browserOf(cookie: string | null): string | undefined {
  const value = cookieValue(cookie, "sign-on");
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
