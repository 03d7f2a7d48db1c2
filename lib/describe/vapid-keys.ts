import { der, hexOf, readDer, type DerValue } from "./der";
import {
  base64Bytes,
  KeyError,
  memberInText,
  readKeyBytes,
  toBase64,
  unescapedKeyText,
} from "./key-text";
import { isScalar, pointOfScalar, uncompressedPoint } from "./p256";
import { readPrivateKey } from "./private-key";

const noPublicKey =
  "this is not a public key for Web Push. Enter an uncompressed point of the curve P-256: 65 bytes in base64url (87 characters)";
const noPrivateKey =
  "this is not a private key for Web Push. Enter 32 bytes in base64url (43 characters)";
const isPrivate = "this is a private key. Enter the public key. Were the two keys swapped?";
const isPublic = "this is a public key. Enter the private key. Were the two keys swapped?";
const ecPublicKey = "2a8648ce3d02012a8648ce3d030107";

/**
 * A VAPID public key (RFC 8292 3.2) as browsers take it: the uncompressed point in base64url
 * without padding. Given in base64 of either alphabet, compressed, as DER or PEM, or in the JSON
 * that generators print. Throws {@link KeyError}.
 */
export function vapidPublicKey(text: string): string {
  const bytes = bytesIn(text, "publicKey", noPublicKey);
  if (bytes.length === 32) throw new KeyError(isPrivate);
  const point = uncompressedPoint(bytes[0] === der.sequence ? pointInDer(bytes) : bytes);
  if (!point) throw new KeyError(noPublicKey);
  return toBase64Url(point);
}

/**
 * Returns a VAPID private key as it is stored: its number in base64url without padding. Accepts the
 * same forms as for the public one. Throws {@link KeyError}.
 */
export function vapidPrivateKey(text: string): string {
  const bytes = bytesIn(text, "privateKey", noPrivateKey);
  if (uncompressedPoint(bytes)) throw new KeyError(isPublic);
  // Java writes a zero before a number that would look negative.
  const scalar =
    bytes.length === 33 && bytes[0] === 0
      ? bytes.subarray(1)
      : bytes.length > 33
        ? scalarInDer(bytes)
        : bytes;
  if (!isScalar(scalar)) throw new KeyError(noPrivateKey);
  return toBase64Url(scalar);
}

/** Whether two keys, as the functions above give them, are a pair. */
export function isVapidPair(publicKey: string, privateKey: string): boolean {
  const scalar = base64Bytes(privateKey);
  return (
    scalar !== undefined && isScalar(scalar) && toBase64Url(pointOfScalar(scalar)) === publicKey
  );
}

function bytesIn(text: string, member: "publicKey" | "privateKey", none: string): Uint8Array {
  const plain = unescapedKeyText(text);
  const keyText = memberInText(plain, member) ?? plain;
  const bytes = /-{2,}\s*(BEGIN|END)/.test(keyText)
    ? readKeyBytes(keyText).bytes
    : base64Bytes(keyText);
  if (!bytes || bytes.length === 0) throw new KeyError(none);
  return bytes;
}

/** The point of a SubjectPublicKeyInfo (RFC 5480) on P-256; empty for anything else. */
function pointInDer(bytes: Uint8Array): Uint8Array {
  const [identifier, point] = valuesIn(valuesIn(bytes)[0]?.content);
  if (identifier?.tag === der.integer) throw new KeyError(isPrivate);
  const names = valuesIn(identifier?.content).map(({ content }) => hexOf(content));
  return names.join("") === ecPublicKey && point?.tag === der.bits
    ? point.content.subarray(1)
    : new Uint8Array();
}

/** What reads as DER; nothing of what does not. */
function valuesIn(bytes: Uint8Array = new Uint8Array()): DerValue[] {
  try {
    return readDer(bytes);
  } catch {
    return [];
  }
}

function scalarInDer(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== der.sequence) throw new KeyError(noPrivateKey);
  const key = readPrivateKey({ label: undefined, bytes });
  if (key.kind !== "p256")
    throw new KeyError(`this is not a private key for Web Push: it is ${key.what}, not P-256`);
  return key.scalar;
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
