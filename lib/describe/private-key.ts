import { bytesOf, der, hexOf, readDer, writeDer, type DerValue } from "./der";
import {
  KeyError,
  keyIsEncrypted,
  keyIsUnreadable,
  pemOf,
  readKeyBytes,
  type KeyBytes,
} from "./key-text";
import { isScalar, pointOfScalar } from "./p256";

const rsaName = "2a864886f70d010101";
const ecName = "2a8648ce3d0201";
const p256Name = "2a8648ce3d030107";
/** By object identifier, in hexadecimal: what people call an algorithm or a curve. */
const names: Record<string, string> = {
  [p256Name]: "P-256",
  "2b81040021": "P-224",
  "2b81040022": "P-384",
  "2b81040023": "P-521",
  "2b8104000a": "secp256k1",
  "2b656e": "X25519",
  "2b6570": "Ed25519",
  "2b6571": "Ed448",
  "2a8648ce380401": "DSA",
  "2a864886f70d01010a": "RSA-PSS",
};
/** Shorter keys are not safe (RFC 7518, 3.3), and no provider gives any out. */
const leastRsaBits = 2_048;

/** What a signer wants of its key, and how to say that it is another. */
export interface KeyRequirement {
  kind: "rsa" | "p256";
  /** Begins the sentence that refuses another kind. */
  notThis: string;
  /** Ends it: where the right one is. */
  choose: string;
}

/**
 * Returns a private key as it is stored and used: PKCS #8 (RFC 5958) in PEM, from any accepted
 * form. Throws {@link KeyError} for a text that holds none, for a key that is protected or damaged,
 * and for one of another kind than the signer's.
 */
export function privateKeyPem(text: string, expected: KeyRequirement): string {
  const key = readPrivateKey(readKeyBytes(text));
  const other = (what: string) => {
    throw new KeyError(`${expected.notThis}: it is ${what}. ${expected.choose}`);
  };
  if (expected.kind === "p256") {
    if (key.kind !== "p256") return other(key.what);
    return pemOf(
      "PRIVATE KEY",
      writeDer(
        der.sequence,
        version(0),
        algorithm(ecName, p256Name),
        writeDer(der.octets, sec1Of(key.scalar)),
      ),
    );
  }
  if (key.kind !== "rsa") return other(key.what);
  if (key.bits < leastRsaBits)
    throw new KeyError(
      `this RSA key has ${key.bits.toLocaleString("en")} bits. It needs at least ${leastRsaBits.toLocaleString("en")}`,
    );
  return pemOf(
    "PRIVATE KEY",
    writeDer(der.sequence, version(0), algorithm(rsaName), writeDer(der.octets, key.pkcs1)),
  );
}

/**
 * The public half of an RSA key in the form of {@link privateKeyPem}, as a certificate holds it
 * (RSAPublicKey, RFC 8017, A.1.1), in hexadecimal; undefined for other keys. Throws {@link
 * KeyError}.
 */
export function rsaPublicHalf(pem: string): string | undefined {
  const key = readPrivateKey(readKeyBytes(pem));
  if (key.kind !== "rsa") return undefined;
  const [, modulus, exponent] = sequenceIn(key.pkcs1);
  if (!modulus || !exponent) return undefined;
  return hexOf(
    writeDer(
      der.sequence,
      writeDer(der.integer, modulus.content),
      writeDer(der.integer, exponent.content),
    ),
  );
}

type PrivateKey =
  | { kind: "rsa"; what: string; bits: number; pkcs1: Uint8Array }
  | { kind: "p256"; what: string; scalar: Uint8Array }
  | { kind: "other"; what: string };

/**
 * Reads PKCS #8, PKCS #1 (RSA) and SEC 1 (EC), distinguished by their content rather than by their
 * label. Throws {@link KeyError}.
 */
export function readPrivateKey({ label, bytes }: KeyBytes): PrivateKey {
  const parts = sequenceIn(bytes);
  const shape = parts.map(({ tag }) => tag);
  const [first, second, third] = parts;
  const begins = (...tags: number[]) => tags.every((tag, n) => shape[n] === tag);
  if (begins(der.integer, der.sequence, der.octets)) return ofAlgorithm(second, third);
  if (begins(der.integer, der.octets)) return ofCurve(bytes, undefined);
  if (shape.length >= 9 && shape.every((tag) => tag === der.integer)) return ofRsa(bytes);
  if (begins(der.sequence, der.octets)) throw new KeyError(keyIsEncrypted);
  if (begins(der.sequence, der.sequence, der.bits) || label?.includes("CERTIFICATE"))
    throw new KeyError("this is a certificate. Enter the private key");
  if (begins(der.sequence, der.bits) || (shape.length === 2 && begins(der.integer, der.integer)))
    throw new KeyError("this is a public key. Enter the private key");
  if (begins(der.integer, der.sequence) && first?.content[0] === 3)
    throw new KeyError("this is a PKCS #12 file (.p12). Enter a private key in PEM");
  throw new KeyError(keyIsUnreadable);
}

/** What a sequence holds that fills the bytes. */
function sequenceIn(bytes: Uint8Array): DerValue[] {
  const [sequence, ...more] = readDer(bytes);
  if (sequence?.tag !== der.sequence || more.length > 0) throw new KeyError(keyIsUnreadable);
  return readDer(sequence.content);
}

function ofAlgorithm(identifier: DerValue | undefined, key: DerValue | undefined): PrivateKey {
  const [name, parameters] = readDer(identifier?.content ?? new Uint8Array());
  const algorithmName = hexOf(name?.content ?? new Uint8Array());
  const bytes = key?.content ?? new Uint8Array();
  if (algorithmName === rsaName) return ofRsa(bytes);
  if (algorithmName === ecName) return ofCurve(bytes, parameters);
  const purpose = names[algorithmName];
  return {
    kind: "other",
    what: purpose === undefined ? "a key of another kind" : `a key for ${purpose}`,
  };
}

/** RSAPrivateKey (RFC 8017, A.1.2). */
function ofRsa(pkcs1: Uint8Array): PrivateKey {
  const numbers = sequenceIn(pkcs1).map(({ content }) => BigInt(`0x0${hexOf(content)}`));
  const [, modulus = 0n, , , p = 0n, q = 0n] = numbers;
  if (numbers.length < 9 || modulus === 0n || p * q !== modulus) throw new KeyError(keyIsDamaged);
  return { kind: "rsa", what: "an RSA key", bits: modulus.toString(2).length, pkcs1 };
}

/**
 * ECPrivateKey (RFC 5915), which may leave its curve to the PKCS #8 around it, and its public key
 * out.
 */
function ofCurve(sec1: Uint8Array, outer: DerValue | undefined): PrivateKey {
  const parts = sequenceIn(sec1);
  const own = parts.find(({ tag }) => tag === 0xa0);
  const parameters = outer ?? readDer(own?.content ?? new Uint8Array())[0];
  const curve = parameters?.tag === der.name ? hexOf(parameters.content) : "";
  if (curve !== p256Name)
    return { kind: "other", what: `a key on the curve ${names[curve] ?? "of its own"}` };
  const scalarBytes = parts[1]?.content ?? new Uint8Array();
  const scalar = bytesOf(hexOf(scalarBytes).replace(/^0+/, "").padStart(64, "0"));
  if (!isScalar(scalar)) throw new KeyError(keyIsDamaged);
  const open = parts.find(({ tag }) => tag === 0xa1);
  const point = open && readDer(open.content)[0]?.content.subarray(1);
  if (point && point.length === 65 && hexOf(point) !== hexOf(pointOfScalar(scalar)))
    throw new KeyError(keyIsDamaged);
  return { kind: "p256", what: "a key on the curve P-256", scalar };
}

const keyIsDamaged = "this private key is damaged: its parts do not match. Copy it again";

function sec1Of(scalar: Uint8Array): Uint8Array {
  const point = writeDer(0xa1, writeDer(der.bits, Uint8Array.of(0), pointOfScalar(scalar)));
  return writeDer(der.sequence, version(1), writeDer(der.octets, scalar), point);
}

const version = (number: number) => writeDer(der.integer, Uint8Array.of(number));

function algorithm(name: string, curve?: string): Uint8Array {
  const parameters =
    curve === undefined ? writeDer(der.nothing) : writeDer(der.name, bytesOf(curve));
  return writeDer(der.sequence, writeDer(der.name, bytesOf(name)), parameters);
}
