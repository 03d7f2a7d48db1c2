import type { AccessTokens } from "@/lib/lab/access-tokens";
import type { Accounts } from "@/lib/lab/accounts";
import { type Answer, type Call, formOf } from "@/lib/lab/exchange";

const json = { "content-type": "application/json; charset=utf-8" };

/**
 * Huawei's OAuth token call for client credentials: checks the app's secret and issues an access
 * token.
 *
 * @param account the app that may get tokens
 * @param lifetime how many seconds a token really holds
 */
export function makeHmsTokenEndpoint(
  account: Accounts["hms"],
  tokens: AccessTokens,
  lifetime: () => number,
): (call: Call) => Answer {
  return (call) => {
    const form = call.method === "POST" ? formOf(call) : undefined;
    if (!form) return rejectTokenCall(20001, "invalid request: expects a form by POST");
    if (form.get("grant_type") !== "client_credentials")
      return rejectTokenCall(20182, "invalid grant_type");
    if (form.get("client_id") !== account.appId) return rejectTokenCall(20041, "invalid client_id");
    if (form.get("client_secret") !== account.appSecret)
      return rejectTokenCall(20042, "invalid client_secret", 403);
    const body = { access_token: tokens.issue(lifetime()), expires_in: 3600, token_type: "Bearer" };
    // Huawei escapes slashes, and a token has one.
    return {
      status: 200,
      headers: json,
      body: JSON.stringify(body).replaceAll("/", "\\/"),
      verdict: "token",
    };
  };
}

function rejectTokenCall(subError: number, description: string, status = 400): Answer {
  return {
    status,
    headers: json,
    body: JSON.stringify({ sub_error: subError, error_description: description, error: 1101 }),
    verdict: "token: 1101",
  };
}
