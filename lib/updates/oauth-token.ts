import { config } from "@/lib/config/config";
import type { NotifyAuth } from "@/lib/describe/notify-auths";
import { inboxTokenOf } from "@/lib/interface/inbox";
import { AccessToken, type TokenRequest } from "@/lib/outbound/access-token";
import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import type { Post } from "./post";

type OAuth = Extract<NotifyAuth, { kind: "oauth2" }>;

const maxBytes = 64 * 1024;
const tokensLimit = 1_000;
/**
 * One that was not used in this time belongs to an authentication that is used no more, or was
 * changed.
 */
const idleMs = 24 * 3_600_000;

const tokens = () => once("notify-tokens", () => new TtlCache<AccessToken>(tokensLimit));

/**
 * The access token of an authentication, by client credentials (RFC 6749, 4.4).
 *
 * @param version changes with anything in `auth`
 */
export function clientCredentials(post: Post, version: string, auth: OAuth): AccessToken {
  const cache = tokens();
  const token =
    cache.get(version) ??
    new AccessToken(
      async (call) => {
        // It would show the client's secret to every reader of the inbox.
        if (inboxTokenOf(auth.tokenUrl, config().ORIGIN) !== undefined)
          throw new Error("an inbox gives no access tokens");
        return post(auth.tokenUrl, { ...call, maxBytes });
      },
      () => requestOf(auth),
    );
  cache.set(version, token, idleMs);
  return token;
}

function requestOf({ clientId, clientSecret, clientIn, scope, audience }: OAuth): TokenRequest {
  const form = {
    grant_type: "client_credentials",
    ...(scope && { scope }),
    ...(audience && { audience }),
  };
  if (clientIn === "body")
    return { form: { ...form, client_id: clientId, client_secret: clientSecret } };
  const pair = [clientId, clientSecret]
    .map((part) => new URLSearchParams({ part }).toString().slice("part=".length))
    .join(":");
  return { form, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}
