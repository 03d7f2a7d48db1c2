import { der, hexOf, readDer, type DerValue } from "./der";
import { base64Bytes, KeyError, pemOf, unescapedKeyText } from "./key-text";

/**
 * What a certificate for Apple's push service says (X.509, RFC 5280, and Apple's extensions
 * 1.2.840.113635.100.6.3).
 */
export interface AppleCertificate {
  /**
   * The topics it is for: bundle IDs, and those with a suffix such as `.voip`. The bundle ID of its
   * subject is the first.
   */
  topics: string[];
  /**
   * Whether it is for api.sandbox.push.apple.com, and for api.push.apple.com. Older ones are for
   * one of the two.
   */
  development: boolean;
  production: boolean;
  /** Its first and its last moment (ms UTC). */
  from: number;
  until: number;
  /** RSAPublicKey in hexadecimal. */
  publicKey: string;
}

const developmentName = "2a864886f76364060301";
const productionName = "2a864886f76364060302";
const topicsName = "2a864886f76364060306";
const userIdName = "0992268993f22c640101";
const utf8Text = 0x0c;
const version = 0xa0;
const extensionsTag = 0xa3;
const truth = 0x01;
const shortTime = 0x17;
const unreadable =
  "this certificate cannot be read: copy all of it, from its first line to its last";
/** A certificate and those that lead to its root. */
const mostCertificates = 10;

/**
 * Certificates in PEM as they are stored: the one for Apple's push service first, then what was
 * given with it. Throws {@link KeyError} in words for the field where there is none.
 */
export function appleCertificatePem(text: string): string {
  const blocks = certificatesIn(unescapedKeyText(text));
  const kinds = blocks.map((bytes) => readCertificate(bytes));
  const own = kinds.findIndex((kind) => isForPush(kind));
  const bytes = blocks[own];
  if (!bytes)
    throw new KeyError(
      "this is not a certificate of Apple’s push service. Choose the one named “Apple Push Services”",
    );
  return [bytes, ...blocks.filter((_, n) => n !== own)]
    .map((one) => pemOf("CERTIFICATE", one))
    .join("\n");
}

/**
 * Reads the first certificate of what {@link appleCertificatePem} returned. Throws {@link
 * KeyError}.
 */
export function readAppleCertificate(pem: string): AppleCertificate {
  const [bytes] = certificatesIn(pem);
  if (!bytes) throw new KeyError(unreadable);
  return readCertificate(bytes);
}

/**
 * Why a certificate cannot be used at a moment (ms UTC), in words for its field; undefined while it
 * is valid.
 */
export function certificateTimeFault(
  { from, until }: Pick<AppleCertificate, "from" | "until">,
  now: number,
): string | undefined {
  const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
  if (now > until)
    return `this certificate expired on ${day.format(until)}. Create a new one in the developer account`;
  return now < from
    ? `this certificate is not valid before ${day.format(from)}. Check the clock of this machine`
    : undefined;
}

function isForPush({ development, production, topics }: AppleCertificate): boolean {
  return (development || production) && topics.length > 0;
}

function certificatesIn(text: string): Uint8Array[] {
  const bodies = Array.from(
    text.matchAll(/-{5}BEGIN CERTIFICATE-{5}([^-]*)-{5}END CERTIFICATE-{5}/g),
    ([, body = ""]) => body,
  );
  if (bodies.length === 0)
    throw new KeyError(
      /PRIVATE KEY/.test(text) ? "this is a private key. Enter its certificate" : unreadable,
    );
  if (bodies.length > mostCertificates)
    throw new KeyError(`at most ${mostCertificates} certificates can be given`);
  return bodies.map((body) => {
    const bytes = base64Bytes(body);
    if (!bytes || bytes.length === 0) throw new KeyError(unreadable);
    return bytes;
  });
}

function readCertificate(bytes: Uint8Array): AppleCertificate {
  try {
    const [certificate] = readDer(bytes);
    const [signed] = inside(certificate);
    const parts = inside(signed);
    // Version 1, which Apple does not issue, has no mark of its version and no extensions.
    const [, , , validity, subject, key] = parts[0]?.tag === version ? parts.slice(1) : parts;
    const [from, until] = inside(validity).map(timeOf);
    const extensions = inside(parts.find(({ tag }) => tag === extensionsTag)).flatMap(inside);
    const named = new Map(extensions.map((extension) => extensionOf(extension)));
    if (from === undefined || until === undefined || Number.isNaN(from + until))
      throw new KeyError(unreadable);
    return {
      topics: [...new Set([...userIdsOf(subject), ...topicsOf(named.get(topicsName))])],
      development: named.has(developmentName),
      production: named.has(productionName),
      from,
      until,
      publicKey: publicKeyOf(key),
    };
  } catch (error) {
    if (error instanceof KeyError) throw new KeyError(unreadable);
    throw error;
  }
}

const inside = (value: DerValue | undefined): DerValue[] =>
  readDer(value?.content ?? new Uint8Array());
const derText = ({ content }: DerValue) => new TextDecoder().decode(content);

/** `Extension`: its name, whether it is critical where that is said, and its value. */
function extensionOf(extension: DerValue): [string, Uint8Array] {
  const [name, second, third] = inside(extension);
  const value = second?.tag === truth ? third : second;
  return [hexOf(name?.content ?? new Uint8Array()), value?.content ?? new Uint8Array()];
}

function userIdsOf(subject: DerValue | undefined): string[] {
  return inside(subject)
    .flatMap(inside)
    .flatMap((attribute) => {
      const [name, value] = inside(attribute);
      return name && value && hexOf(name.content) === userIdName ? [derText(value)] : [];
    });
}

/** Topics and, in a sequence behind each, what they are for. */
function topicsOf(extension: Uint8Array | undefined): string[] {
  if (!extension) return [];
  const [list] = readDer(extension);
  return inside(list).flatMap((value) => (value.tag === utf8Text ? [derText(value)] : []));
}

/**
 * SubjectPublicKeyInfo: behind the algorithm a string of bits, whose first byte counts those that
 * are unused.
 */
function publicKeyOf(key: DerValue | undefined): string {
  const bits = inside(key).find(({ tag }) => tag === der.bits);
  return hexOf(bits?.content.subarray(1) ?? new Uint8Array());
}

/** UTCTime, whose years are those from 1950 on, or GeneralizedTime (RFC 5280, 4.1.2.5). */
function timeOf(value: DerValue): number {
  const digits = derText(value);
  const full =
    value.tag === shortTime ? `${Number(digits.slice(0, 2)) < 50 ? "20" : "19"}${digits}` : digits;
  const read = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full);
  return read
    ? Date.parse(`${read[1]}-${read[2]}-${read[3]}T${read[4]}:${read[5]}:${read[6]}Z`)
    : Number.NaN;
}
