import type { IncomingMessage } from "node:http";
import { errors } from "jose";
import type { AppRecord } from "@/lib/directory/app/find";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import { countKeyUse } from "@/lib/directory/service/key-use";
import { withoutEdges } from "@/lib/interface/text";
import { now } from "@/lib/runtime/clock";
import { verifySigned } from "./verify-signed";

/**
 * The user whose token came with a device's call, undefined when none came; or what is wrong with
 * it.
 */
export type UserOfCall = { ok: true; userid: string | undefined } | { ok: false; error: string };

/** A token may be good for so long from now on, in seconds. */
const longestSeconds = 24 * 3_600;
/** Clocks may differ by so much, in seconds. */
const leewaySeconds = 60;
const longestToken = 8_192;

/**
 * Reads the token by which a device says whose it is, where the app wants signed registration:
 * `Authorization: Bearer <JWT>`, HS256 with the service's JWT secret (contract 1), `sub` the user
 * id, `aud` the appid, `exp` at most 24 hours ahead.
 */
export async function userOfCall(
  request: IncomingMessage,
  app: Pick<AppRecord, "serviceId" | "appid">,
): Promise<UserOfCall> {
  const header = request.headers.authorization?.trim() ?? "";
  if (header === "") return { ok: true, userid: undefined };
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > longestToken)
    return rejectToken("Send it as `Authorization: Bearer <token>`.");
  const secrets = await jwtSecretsOf(app.serviceId);
  if (secrets.length === 0) return rejectToken("The app's service has no JWT secret.");
  try {
    const { payload, secretId } = await verifySigned(token, secrets, {
      algorithms: ["HS256"],
      audience: app.appid,
      requiredClaims: ["sub", "exp"],
      clockTolerance: leewaySeconds,
      currentDate: new Date(now()),
    });
    const { sub = "", exp = 0, iss } = payload;
    if (exp > now() / 1_000 + longestSeconds + leewaySeconds)
      return rejectToken("It is good for more than 24 hours; make `exp` sooner.");
    // Such a token could be one that speaks for the whole service: it must not get onto devices.
    if (iss !== undefined)
      return rejectToken("It has `iss`, as tokens of a service have; leave that out.");
    const userid = typeof sub === "string" ? withoutEdges(sub) : "";
    if (userid === "") return rejectToken("`sub` has to be the user id.");
    // Without its address, which is a person's.
    countKeyUse(secretId);
    return { ok: true, userid };
  } catch (error) {
    return rejectToken(whatIsWrong(error));
  }
}

function whatIsWrong(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "It has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === "aud"
      ? "`aud` has to be the appid."
      : error.reason === "missing"
        ? `\`${error.claim}\` is missing.`
        : `\`${error.claim}\` is not right.`;
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return "It is not signed with the JWT secret of the app's service.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "It has to be signed with HS256.";
  return "It is no JWT.";
}

function rejectToken(why: string): UserOfCall {
  return { ok: false, error: `The user's token is not taken. ${why}` };
}
