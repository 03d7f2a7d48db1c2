import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
} from "openid-client";
import type { AllowList } from "@/lib/outbound/guard";
import { fetchWithin, mayBePlain } from "@/lib/outbound/library-fetch";
import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import type { Connection } from "./connection";
import { discoveryFault, IssuerError } from "./faults";

const allowed: AllowList = { by: "PROVIDER_ALLOW" };
/** Keys that a provider takes out of use are asked for again after so long at the latest. */
const cacheMs = 600_000;
const configurations = () => once("sign-on-providers", () => new TtlCache<Configuration>(20));

/**
 * Reads an issuer's discovery document, through the guard, and checks that the issuer can do what
 * is asked of it. Throws {@link IssuerError}, a sentence for the owner who sets it up.
 */
export async function askIssuer(
  issuer: string,
  clientId: string,
  clientSecret: string,
): Promise<Configuration> {
  const url = new URL(issuer);
  const plain = url.protocol === "http:";
  if (plain && !mayBePlain(url, allowed))
    throw new IssuerError(
      `The issuer must use https. To use an issuer without TLS, add ${url.host} to PROVIDER_ALLOW.`,
    );
  let configuration: Configuration;
  try {
    configuration = await discovery(
      url,
      clientId,
      {},
      (...parameters) =>
        proofOf(parameters[0].token_endpoint_auth_methods_supported, clientSecret)(...parameters),
      {
        [customFetch]: fetchWithin(allowed),
        timeout: 15,
        execute: [
          // The signature of each ID token is checked against the issuer's keys, although it came
          // over TLS (OpenID Connect Core, 3.1.3.7).
          enableNonRepudiationChecks,
          ...(plain ? [allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw discoveryFault(error);
  }
  assertUsable(configuration, url, plain);
  return configuration;
}

/**
 * Works as {@link askIssuer} for a stored connection; caches the answer for ten minutes.
 */
export async function providerOf(
  connection: Connection & { secret: () => string },
): Promise<Configuration> {
  const key = `${connection.id} ${connection.updatedAt.toISOString()}`;
  const cachedConfiguration = configurations().get(key);
  if (cachedConfiguration) return cachedConfiguration;
  const configuration = await askIssuer(
    connection.issuer,
    connection.clientId,
    connection.secret(),
  );
  configurations().set(key, configuration, cacheMs);
  return configuration;
}

/**
 * How a client proves itself at the token endpoint; where nothing is said, in the header (OpenID
 * Connect Discovery, 3).
 */
function proofOf(methods: readonly string[] | undefined, secret: string) {
  return methods?.includes("client_secret_post") === true
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret);
}

function assertUsable(configuration: Configuration, issuerUrl: URL, plain: boolean): void {
  const {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    jwks_uri: keys,
  } = configuration.serverMetadata();
  // Those that answer for many tenants name none: anybody could be the issuer then.
  if (new URL(issuer).href !== issuerUrl.href)
    throw new IssuerError(
      `Its discovery document is for another issuer, ${issuer.slice(0, 200)}. Enter that issuer if you mean it.`,
    );
  for (const [what, address] of Object.entries({
    authorization_endpoint: authorize,
    token_endpoint: token,
    jwks_uri: keys,
  })) {
    if (address === undefined) throw new IssuerError(`Its discovery document names no ${what}.`);
    const { protocol } = new URL(address);
    if (protocol !== "https:" && !(plain && protocol === "http:"))
      throw new IssuerError(`Its discovery document names a ${what} that is not https.`);
  }
  const methods = configuration.serverMetadata().code_challenge_methods_supported;
  if (methods !== undefined && !methods.includes("S256"))
    throw new IssuerError("It does not support PKCE with S256.");
}
