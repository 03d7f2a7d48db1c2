import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { KeyError, keyIsUnreadable } from "@/lib/describe/key-text";

/** How a JWT is signed: with an RSA key, or with one on P-256 (RFC 7518, 3.3 and 3.4). */
type Algorithm = "RS256" | "ES256";

/**
 * The private key of a PEM, tried: what it signs can be verified. Throws {@link KeyError} when it
 * cannot be read, or is of another kind.
 */
export function signingKey(algorithm: Algorithm, pem: string): KeyObject {
  const key = readPem(pem);
  const probe = Buffer.from("probe");
  if (!verify("sha256", probe, createPublicKey(key), signedBy(algorithm, key, probe, "der")))
    throw new KeyError(keyIsUnreadable);
  return key;
}

function readPem(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new KeyError(keyIsUnreadable);
  }
}

/**
 * A VAPID or provider key from its scalar and point, base64url (RFC 7518 6.2). Throws {@link
 * KeyError} when they do not belong together.
 */
export function p256Key(publicKey: string, privateKey: string): KeyObject {
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65 || point[0] !== 4)
    throw new KeyError("publicKey is not an uncompressed point of P-256 (65 bytes, base64url)");
  // The import below does not look whether they do.
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  if (!pair.getPublicKey().equals(point))
    throw new KeyError("publicKey and privateKey are no pair");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  return createPrivateKey({
    key: { kty: "EC", crv: "P-256", x, y, d: privateKey.replace(/=+$/, "") },
    format: "jwk",
  });
}

/**
 * A signed JWT (RFC 7519): RS256 or ES256, the latter as the plain r and s of RFC 7518 3.4, not
 * DER. Throws {@link KeyError} for a key of another kind.
 */
export function signJwt(
  algorithm: Algorithm,
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  key: KeyObject,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ typ: "JWT", alg: algorithm, ...header })}.${part(claims)}`;
  return `${text}.${signedBy(algorithm, key, Buffer.from(text), "ieee-p1363").toString("base64url")}`;
}

/** Signs with the one kind of key that an algorithm has: Node would sign with any. */
function signedBy(
  algorithm: Algorithm,
  key: KeyObject,
  bytes: Buffer,
  dsaEncoding: "der" | "ieee-p1363",
): Buffer {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const fits =
    algorithm === "RS256"
      ? type === "rsa" && (details?.modulusLength ?? 0) >= 2_048
      : details?.namedCurve === "prime256v1";
  if (!fits) throw new KeyError(`the private key is of another kind than ${algorithm} signs with`);
  return sign("sha256", bytes, { key, dsaEncoding });
}
