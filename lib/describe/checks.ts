import { z } from "zod";
import { isSendable, unsendable } from "@/lib/interface/text";
import { hasUserInfo, hostName, isLocalName, parseUrl, userInfoRefused } from "@/lib/interface/url";
import { KeyError } from "./key-text";

const storableText = z.string().refine(isSendable, { error: unsendable, abort: true });
const most = (units: number) => ({
  error: `takes at most ${units.toLocaleString("en")} characters`,
});

/** A text without the spaces around it, never empty. `units` are UTF-16 units at most. */
export function filled(units: number) {
  return storableText.trim().min(1, "must not be empty").max(units, most(units));
}

/** A text as it stands, spaces included: a password, or what an OAuth server asks for. */
export function verbatim(units: number) {
  return storableText.max(units, most(units));
}

/** An address to call, http or https, without a user name or password. */
export const httpUrl = filled(2_048)
  .pipe(z.url({ protocol: /^https?$/, error: "must be an http or https address" }))
  .refine((url) => !hasUserInfo(url), { error: userInfoRefused });

/** The address of a service, to which paths are added: without a slash at its end. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/$/, ""));

/**
 * A key in any form that `read` takes, in the one that it gives. `read` throws {@link KeyError} in
 * words for the field.
 */
export function keyText(units: number, read: (text: string) => string) {
  return filled(units).transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });
}

/** One certificate in PEM, or several. */
const certificatePem = filled(65_536).refine(
  (value) => value.includes("-----BEGIN CERTIFICATE-----"),
  "must be a certificate in PEM",
);

const contactNeeded = { error: "must be mailto:name@host or an https address", abort: true };

/**
 * The contact of an application server (RFC 8292, 2.1), `mailto:` or https: well formed and at a
 * host that Apple's push service takes as one.
 */
export const vapidContact = filled(1_000)
  .transform((contact) => contact.replace(/^(mailto|https):/i, (scheme) => scheme.toLowerCase()))
  .refine((contact) => contactHosts(contact) !== undefined, contactNeeded)
  .refine(isWellFormed, contactNeeded)
  .refine((contact) => !hasUserInfo(contact), { error: userInfoRefused, abort: true })
  .refine(
    (contact) =>
      contactHosts(contact)?.every(
        (host) => host.includes(".") && !isLocalName(host) && !/\.invalid$|^[\d.]+$/.test(host),
      ),
    "Apple’s push service does not accept localhost, other names of a local network, or IP addresses as a contact",
  );

/** The hosts that a contact names, in lower case; undefined for what is no contact. */
function contactHosts(contact: string): string[] | undefined {
  if (/^https:\/\/\S+$/.test(contact)) {
    const url = parseUrl(contact);
    return url && [hostName(url.hostname)];
  }
  const hosts = mailAddresses(contact)?.map(
    (address) => /^[^@]+@([^@]+)$/.exec(address)?.[1] ?? "",
  );
  return hosts?.every((name) => name !== "")
    ? hosts.map((name) => hostName(parseUrl(`https://${name}`)?.hostname ?? name))
    : undefined;
}

/** The addresses of a `mailto:` URL (RFC 6068, 2). */
function mailAddresses(contact: string): string[] | undefined {
  return /^mailto:([^\s<>?]+)(?:\?[^\s<>@]*)?$/.exec(contact)?.[1]?.split(",");
}

const atom = "[\\p{L}\\p{M}\\p{N}!$&'*+/=^_`{|}~-]+";
/**
 * The name before the `@` (RFC 5322, 3.2.3: dot-atom), other alphabets included (RFC 6532). A text
 * that begins with a slash is a URL.
 */
const mailName = new RegExp(`^(?!/)${atom}(?:\\.${atom})*$`, "u");
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
/** A name of a host; its last dot may stand (RFC 1034, 3.1). */
const domain = new RegExp(`^${label}(?:\\.${label})*\\.?$`, "u");

/**
 * Whether a contact can be written to as far as its form says: names of hosts without empty labels,
 * and in `mailto:` nothing but addresses and headers.
 */
function isWellFormed(contact: string): boolean {
  const addresses = mailAddresses(contact);
  // An address of IPv6 is for the next to refuse.
  if (!addresses)
    return (
      contactHosts(contact)?.every((host) => host.startsWith("[") || domain.test(host)) ?? false
    );
  return !contact.includes("#") && addresses.every(isMailAddress);
}

function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  try {
    return (
      mailName.test(decodeURIComponent(address.slice(0, at))) && domain.test(address.slice(at + 1))
    );
  } catch {
    return false;
  }
}

/** The field for certificates to trust, which every provider has. */
export const ca = {
  label: "Certificate authority",
  type: "lines",
  secret: false,
  help: "Trusted certificates in PEM, if the provider uses a private certificate authority. Leave it empty otherwise.",
  example: "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU...\n-----END CERTIFICATE-----",
  check: certificatePem.optional(),
} as const;
