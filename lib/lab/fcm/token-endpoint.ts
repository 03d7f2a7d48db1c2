import { createPublicKey } from "node:crypto";
import type { AccessTokens } from "@/lib/lab/access-tokens";
import type { Accounts } from "@/lib/lab/accounts";
import { type Answer, type Call, formOf } from "@/lib/lab/exchange";
import { openJwt, signatureHolds } from "@/lib/lab/jwt";

const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const scopes = new Set([
  "https://www.googleapis.com/auth/firebase.messaging",
  "https://www.googleapis.com/auth/cloud-platform",
]);
const json = { "content-type": "application/json; charset=utf-8" };
const toleranceSeconds = 60;

/**
 * Google's OAuth token call for service accounts (RFC 7523): judges the assertion and gives out an
 * access token.
 *
 * @param account the service account that may get tokens
 * @param lifetime how many seconds a token really holds
 */
export function makeFcmTokenEndpoint(
  account: Accounts["fcm"],
  tokens: AccessTokens,
  lifetime: () => number,
): (call: Call) => Answer {
  const key = createPublicKey(account.privateKey);

  return (call) => {
    if (call.method !== "POST")
      return rejectTokenCall("invalid_request", "Only POST is allowed.", 405);
    const form = formOf(call);
    if (!form)
      return rejectTokenCall(
        "invalid_request",
        "Content type must be application/x-www-form-urlencoded.",
      );
    const grant = form.get("grant_type");
    if (grant === null)
      return rejectTokenCall("invalid_request", "Required parameter is missing: grant_type");
    if (grant !== grantType)
      return rejectTokenCall("unsupported_grant_type", `Invalid grant_type: ${grant}`);
    const assertion = form.get("assertion");
    if (assertion === null)
      return rejectTokenCall("invalid_request", "Required parameter is missing: assertion");
    const jwt = openJwt(assertion);
    if (!jwt) return rejectTokenCall("invalid_grant", "Invalid JWT: Bad encoding.");
    const { iss, scope, aud, iat, exp } = jwt.claims;
    if (iss !== account.clientEmail)
      return rejectTokenCall("invalid_grant", "Invalid grant: account not found");
    if (!signatureHolds(jwt, "RS256", key))
      return rejectTokenCall("invalid_grant", "Invalid JWT Signature.");
    if (aud !== account.tokenUri)
      return rejectTokenCall(
        "invalid_grant",
        "Invalid JWT: Failed audience check. The right audience is the token URI.",
      );
    const now = Date.now() / 1000;
    const times =
      typeof iat === "number" &&
      typeof exp === "number" &&
      iat <= now + toleranceSeconds &&
      exp > now - toleranceSeconds &&
      exp > iat &&
      exp - iat <= 3600;
    if (!times)
      return rejectTokenCall(
        "invalid_grant",
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
      );
    if (typeof scope !== "string" || !scope.split(" ").some((name) => scopes.has(name)))
      return rejectTokenCall("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
    const body = { access_token: tokens.issue(lifetime()), expires_in: 3599, token_type: "Bearer" };
    return { status: 200, headers: json, body: JSON.stringify(body), verdict: "token" };
  };
}

function rejectTokenCall(error: string, description: string, status = 400): Answer {
  return {
    status,
    headers: json,
    body: JSON.stringify({ error, error_description: description }),
    verdict: `token: ${error}`,
  };
}
