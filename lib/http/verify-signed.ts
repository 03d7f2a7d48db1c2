import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from "jose";

/**
 * Verifies a token that one of these secrets may have signed, the present one first: right after a change there are two.
 *
 * @throws what `jwtVerify` says of the last one
 */
export async function verifySigned(token: string, secrets: readonly Uint8Array[], options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  const [secret = new Uint8Array(32), ...others] = secrets;
  try {
    return await jwtVerify(token, secret, options);
  } catch (error) {
    if (others.length > 0 && error instanceof errors.JWSSignatureVerificationFailed) return verifySigned(token, others, options);
    throw error;
  }
}
