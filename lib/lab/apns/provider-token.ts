import { createPublicKey } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Accounts } from "@/lib/lab/accounts";
import { type Connection, credentialsOf } from "@/lib/lab/exchange";
import { openJwt, BoundedCache, signatureHolds } from "@/lib/lab/jwt";

const maxAgeSeconds = 3600;
const minRefreshSeconds = 1200;
const skewSeconds = 60;

/**
 * Checks provider tokens as APNs does: ES256 by the account's key, `kid`, `iss`, at most an hour
 * old; and on one connection a different token only 20 minutes (by `iat`) after the last. Each
 * distinct token is verified once. Answers the reason of a refusal or undefined.
 */
export function makeProviderTokenCheck(
  account: Accounts["apns"],
): (headers: IncomingHttpHeaders, connection: Connection) => string | undefined {
  const key = createPublicKey(account.privateKey);
  const verified = new BoundedCache<{ issuedAt: number } | "bad">(1000);

  const verifyToken = (text: string): { issuedAt: number } | "bad" => {
    const jwt = openJwt(text);
    if (!jwt) return "bad";
    const { iss, iat } = jwt.claims;
    const good =
      jwt.header["kid"] === account.keyId &&
      iss === account.teamId &&
      typeof iat === "number" &&
      Number.isInteger(iat) &&
      signatureHolds(jwt, "ES256", key);
    return good ? { issuedAt: iat } : "bad";
  };

  return (headers, connection) => {
    const text = credentialsOf(headers, "bearer");
    if (text === undefined) return "MissingProviderToken";
    const verdict = verified.of(text, () => verifyToken(text));
    if (verdict === "bad") return "InvalidProviderToken";
    const age = Date.now() / 1000 - verdict.issuedAt;
    if (age > maxAgeSeconds) return "ExpiredProviderToken";
    if (age < -skewSeconds) return "InvalidProviderToken";
    const last = connection.memory as { text: string; issuedAt: number } | undefined;
    if (last?.text === text) return undefined;
    if (last && Math.abs(verdict.issuedAt - last.issuedAt) < minRefreshSeconds)
      return "TooManyProviderTokenUpdates";
    connection.memory = { text, issuedAt: verdict.issuedAt };
    return undefined;
  };
}
