import { z } from "zod";
import { isSendable, unsendable } from "@/lib/interface/text";

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

/** A private key in PEM, PKCS #8 or older. */
export const privatePem = filled(16_384).refine(
  (value) => value.includes("-----BEGIN") && value.includes("PRIVATE KEY-----"),
  "a private key in PEM is needed",
);

/** One certificate in PEM, or several. */
export const certificatePem = filled(65_536).refine(
  (value) => value.includes("-----BEGIN CERTIFICATE-----"),
  "a certificate in PEM is needed",
);

/** Bytes in base64url, with or without padding. */
export function base64url(bytes: number) {
  const digits = Math.ceil((bytes * 4) / 3);
  return filled(digits + 2).regex(new RegExp(`^[\\w-]{${digits}}={0,2}$`), `${bytes} bytes in base64url (${digits} characters) are needed`);
}
