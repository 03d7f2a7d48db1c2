import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from "jose";
import type { JwtSecret } from "@/lib/directory/service/jwt-secret";

/** Verified against when there is no secret, so that it takes as long as a wrong signature. */
const nobodys: JwtSecret = { id: "", secret: new Uint8Array(32) };

/**
 * Verifies a token that one of these secrets may have signed, the present one first: right after a
 * change there are two. `secretId` says which one did; without any it is empty, and the token is to
 * be refused.
 *
 * @throws what `jwtVerify` says of the last one
 */
export async function verifySigned(
  token: string,
  secrets: readonly JwtSecret[],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult & { secretId: string }> {
  const [{ id, secret } = nobodys, ...others] = secrets;
  try {
    return { ...(await jwtVerify(token, secret, options)), secretId: id };
  } catch (error) {
    if (others.length > 0 && error instanceof errors.JWSSignatureVerificationFailed)
      return verifySigned(token, others, options);
    throw error;
  }
}
