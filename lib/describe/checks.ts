import { z } from "zod";
import { isSendable, unsendable } from "@/lib/interface/text";
import { parseUrl } from "@/lib/interface/url";
import { KeyError } from "./key-text";

const kept = z.string().refine(isSendable, { error: unsendable, abort: true });
const most = (units: number) => ({ error: `takes at most ${units.toLocaleString("en")} characters` });

/** A text without the spaces around it, never empty. `units` are UTF-16 units at most. */
export function filled(units: number) {
  return kept.trim().min(1, "must not be empty").max(units, most(units));
}

/** A text as it stands, spaces included: a password, or what an OAuth server asks for. */
export function verbatim(units: number) {
  return kept.max(units, most(units));
}

/** An address to call, http or https. */
export const httpUrl = filled(2_048).pipe(z.url({ protocol: /^https?$/, error: "an http or https address is needed" }));

/** The address of a service, to which paths are added: without a slash at its end. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/$/, ""));

/** A key in any form that `read` takes, in the one that it gives. `read` throws {@link KeyError} in words for the field. */
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
export const certificatePem = filled(65_536).refine(
  (value) => value.includes("-----BEGIN CERTIFICATE-----"),
  "a certificate in PEM is needed",
);

/** Names of hosts that mean something on one machine or in one network only. */
const localNames = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa|invalid)$/;

/** The contact of an application server (RFC 8292, 2.1): `mailto:` or https. */
export const anyVapidContact = filled(1_000)
  .transform((contact) => contact.replace(/^(mailto|https):/i, (scheme) => scheme.toLowerCase()))
  .refine((contact) => contactHosts(contact) !== undefined, { error: "mailto:name@host or an https address is needed", abort: true });

/** The same, at a host that Apple's push service takes as one. */
export const vapidContact = anyVapidContact.refine(
  (contact) => contactHosts(contact)?.every((host) => host.includes(".") && !localNames.test(host) && !/^[\d.]+$/.test(host)),
  "Apple’s push service does not accept localhost, other names of a local network, or IP addresses as a contact",
);

/** The hosts that a contact names, in lower case; undefined for what is no contact. */
function contactHosts(contact: string): string[] | undefined {
  const host = (name: string) => name.toLowerCase().replace(/\.$/, "");
  if (/^https:\/\/\S+$/.test(contact)) {
    const url = parseUrl(contact);
    return url && [host(url.hostname)];
  }
  const written = /^mailto:([^\s<>?]+)(?:\?[^\s<>@]*)?$/.exec(contact)?.[1]?.split(",");
  const hosts = written?.map((address) => /^[^@]+@([^@]+)$/.exec(address)?.[1] ?? "");
  return hosts?.every((name) => name !== "") ? hosts.map(host) : undefined;
}
