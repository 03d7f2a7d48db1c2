import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type forge from "node-forge";
import type { ClientCertificate } from "./exchange";

/** A certificate and its private key, PEM. */
export interface KeyedCertificate {
  certificate: string;
  key: string;
}

/** What a client certificate says. Without topics of its own it is for its bundle ID alone. */
export interface AppleSubject {
  bundleId: string;
  /** Apple's extension 1.2.840.113635.100.6.3.6. */
  topics?: readonly string[];
  /** Its environments; both unless said. */
  environments?: readonly ("development" | "production")[];
  from?: Date;
  until?: Date;
}

/** The certificate authority that the lab's APNs trusts, in the place of Apple's. */
export interface AppleAuthority {
  /** Its own certificate and key, for storing. */
  root: KeyedCertificate;
  /** For the lab's address, 127.0.0.1 and localhost. */
  server: KeyedCertificate;
  issue(subject: AppleSubject): Promise<KeyedCertificate>;
  /** A PKCS #12 file (3DES, SHA-1), as Apple's Keychain writes them. */
  p12(of: KeyedCertificate, password: string): Buffer;
  /** What a client certificate in DER is for. */
  read(der: Buffer): Omit<ClientCertificate, "trusted">;
}

const developmentName = "1.2.840.113635.100.6.3.1";
const productionName = "1.2.840.113635.100.6.3.2";
const topicsName = "1.2.840.113635.100.6.3.6";
const userIdName = "0.9.2342.19200300.100.1.1";
const nothing = "\x05\x00";
const yearMs = 365 * 86_400_000;

type Forge = typeof forge;

/**
 * Opens the stored authority, or creates one. Loads node-forge, which no other part of the lab
 * needs.
 */
export async function openAppleAuthority(storedRoot?: KeyedCertificate): Promise<AppleAuthority> {
  const { default: lib } = await import("node-forge");
  const own = storedRoot ?? (await selfSigned(lib));
  const issuer = lib.pki.certificateFromPem(own.certificate);
  const signing = lib.pki.privateKeyFromPem(own.key);
  const issue = async (
    subject: forge.pki.CertificateField[],
    extensions: object[],
    from?: Date,
    until?: Date,
  ) =>
    signed(lib, { subject, issuer: issuer.subject.attributes, extensions, signing, from, until });
  const server = await issue(
    [{ name: "commonName", value: "api.push.lab" }],
    [
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  );
  return {
    root: own,
    server,
    issue: ({ bundleId, topics, environments = ["development", "production"], from, until }) =>
      issue(
        [
          { type: userIdName, value: bundleId, valueTagClass: lib.asn1.Type.UTF8 as never },
          { name: "commonName", value: `Apple Push Services: ${bundleId}` },
        ],
        [
          ...(environments.includes("development")
            ? [{ id: developmentName, value: nothing }]
            : []),
          ...(environments.includes("production") ? [{ id: productionName, value: nothing }] : []),
          ...(topics ? [{ id: topicsName, value: topicsValue(lib, topics) }] : []),
        ],
        from,
        until,
      ),
    p12: ({ certificate, key }, password) => {
      const file = lib.pkcs12.toPkcs12Asn1(
        lib.pki.privateKeyFromPem(key),
        lib.pki.certificateFromPem(certificate),
        password,
        {
          algorithm: "3des",
        },
      );
      return Buffer.from(lib.asn1.toDer(file).getBytes(), "latin1");
    },
    read: (der) => readClient(lib, der),
  };
}

async function selfSigned(lib: Forge): Promise<KeyedCertificate> {
  const subject = [{ name: "commonName", value: "Clarion lab" }];
  const extensions = [
    { name: "basicConstraints", cA: true },
    { name: "keyUsage", keyCertSign: true },
  ];
  return signed(lib, {
    subject,
    issuer: subject,
    extensions,
    until: new Date(Date.now() + 10 * yearMs),
  });
}

interface CertificateOptions {
  subject: forge.pki.CertificateField[];
  issuer: forge.pki.CertificateField[];
  extensions: object[];
  /** Its own key, unless said. */
  signing?: forge.pki.rsa.PrivateKey;
  from?: Date | undefined;
  until?: Date | undefined;
}

async function signed(
  lib: Forge,
  { subject, issuer, extensions, signing, from, until }: CertificateOptions,
): Promise<KeyedCertificate> {
  // By Node's own thread: node-forge would take seconds.
  const pair = await promisify(generateKeyPair)("rsa", { modulusLength: 2_048 });
  const key = pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const certificate = lib.pki.createCertificate();
  certificate.publicKey = lib.pki.publicKeyFromPem(
    pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
  );
  certificate.serialNumber = `01${randomBytes(8).toString("hex")}`;
  certificate.validity.notBefore = from ?? new Date(Date.now() - 3_600_000);
  certificate.validity.notAfter = until ?? new Date(Date.now() + yearMs);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions(extensions);
  certificate.sign(signing ?? lib.pki.privateKeyFromPem(key), lib.md.sha256.create());
  return { certificate: lib.pki.certificateToPem(certificate).replaceAll("\r", ""), key };
}

/** Each topic with, in a sequence behind it, what it is for. */
function topicsValue({ asn1 }: Forge, topics: readonly string[]): string {
  const text = (value: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.UTF8, false, value);
  const sequence = (values: forge.asn1.Asn1[]) =>
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, values);
  return asn1
    .toDer(sequence(topics.flatMap((topic) => [text(topic), sequence([text("app")])])))
    .getBytes();
}

function readClient({ asn1, pki }: Forge, der: Buffer): Omit<ClientCertificate, "trusted"> {
  const { subject, extensions } = pki.certificateFromAsn1(asn1.fromDer(der.toString("latin1")));
  const valueOf = (id: string) =>
    (extensions as { id: string; value: string }[]).find((extension) => extension.id === id)?.value;
  const listed = valueOf(topicsName);
  const userId = subject.attributes.find(({ type }) => type === userIdName)?.value;
  const topics = listed === undefined ? [] : (asn1.fromDer(listed).value as forge.asn1.Asn1[]);
  return {
    topics: [
      ...(typeof userId === "string" ? [userId] : []),
      ...topics.flatMap(({ type, value }) =>
        type === asn1.Type.UTF8 && typeof value === "string" ? [value] : [],
      ),
    ],
    environments: [
      ...(valueOf(developmentName) === undefined ? [] : ["development" as const]),
      ...(valueOf(productionName) === undefined ? [] : ["production" as const]),
    ],
  };
}
