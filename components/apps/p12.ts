import type forge from "node-forge";
import {
  appleCertificatePem,
  certificateTimeFault,
  readAppleCertificate,
} from "@/lib/describe/apple-certificate";
import { KeyError } from "@/lib/describe/key-text";
import { rsaPublicHalf } from "@/lib/describe/private-key";
import { asSentence } from "@/lib/inputs/answer";

/**
 * What a .p12 file fills in of a credential; that another password is needed; or why it is of no
 * use.
 */
export type OpenedP12 =
  | {
      kind: "opened";
      members: { certificate: string; certificateKey: string };
      topics: readonly string[];
    }
  | { kind: "password" }
  | { kind: "wrong"; says: string };

const unreadable =
  "This is not a .p12 file, or it is damaged. Export it again from Keychain Access.";
const noKey =
  "There is no private key in this file. In Keychain Access unfold the certificate, select it together with its key, and export both.";
const otherKey = "The private key in this file does not belong to its certificate.";

type Forge = typeof forge;

/**
 * Opens a PKCS #12 file (RFC 7292), also one with the old algorithms that Keychain Access writes
 * and OpenSSL 3 refuses, and looks whether it is of use for Apple's push service at the moment
 * `now` (ms UTC). The password goes nowhere. node-forge is loaded with the first file.
 */
export async function openP12(
  bytes: Uint8Array,
  password: string,
  now: number,
): Promise<OpenedP12> {
  const { default: lib } = await import("node-forge");
  const file = asn1Of(lib, bytes);
  if (!file) return { kind: "wrong", says: unreadable };
  let bags: forge.pkcs12.Bag[];
  try {
    bags = lib.pkcs12
      .pkcs12FromAsn1(file, false, password)
      .safeContents.flatMap(({ safeBags }) => safeBags);
  } catch (error) {
    const isPassword =
      error instanceof Error && /password|MAC could not be verified|decrypt/i.test(error.message);
    return isPassword ? { kind: "password" } : { kind: "wrong", says: unreadable };
  }
  return contentOf(lib, bags, now);
}

function asn1Of({ asn1 }: Forge, bytes: Uint8Array): forge.asn1.Asn1 | undefined {
  try {
    return asn1.fromDer(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""), false);
  } catch {
    return undefined;
  }
}

function contentOf(
  { pki, asn1 }: Forge,
  bags: readonly forge.pkcs12.Bag[],
  now: number,
): OpenedP12 {
  const { oids } = pki;
  const certificates = bags.flatMap(({ type, cert, asn1: raw }) => {
    if (type !== oids["certBag"]) return [];
    // What node-forge cannot read, such as certificates for elliptic curves, it hands out as it is.
    const der = asn1.toDer(cert ? pki.certificateToAsn1(cert) : raw).getBytes();
    return [`-----BEGIN CERTIFICATE-----\n${btoa(der)}\n-----END CERTIFICATE-----`];
  });
  const keys = bags.flatMap(({ key }) =>
    key ? [pki.privateKeyToPem(key as forge.pki.rsa.PrivateKey)] : [],
  );
  if (certificates.length === 0)
    return { kind: "wrong", says: "There is no certificate in this file." };
  if (keys.length === 0) return { kind: "wrong", says: noKey };
  try {
    const pairs = certificates.flatMap((one) => {
      const { publicKey } = readAppleCertificate(one);
      const certificateKey = keys.find((key) => rsaPublicHalf(key) === publicKey);
      return certificateKey === undefined ? [] : [{ one, certificateKey }];
    });
    const [pair] = pairs;
    // Rejects certificates of other kinds first: their message matters more than a missing key.
    appleCertificatePem(certificates.join("\n"));
    if (!pair) return { kind: "wrong", says: otherKey };
    const certificate = appleCertificatePem(
      [pair.one, ...certificates.filter((other) => other !== pair.one)].join("\n"),
    );
    const read = readAppleCertificate(certificate);
    const late = certificateTimeFault(read, now);
    if (late !== undefined) return { kind: "wrong", says: asSentence(late) };
    return {
      kind: "opened",
      members: { certificate, certificateKey: pair.certificateKey },
      topics: read.topics,
    };
  } catch (error) {
    if (error instanceof KeyError) return { kind: "wrong", says: asSentence(error.message) };
    throw error;
  }
}
