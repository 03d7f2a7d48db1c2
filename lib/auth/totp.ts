import { Secret, TOTP } from "otpauth";
import { config } from "@/lib/config/config";

const period = 30;
/** RFC 4226, section 4: 160 bits. */
const secretBytes = 20;
/**
 * Steps by which the clock of a member's device may be wrong, either way (RFC 6238, section 5.2).
 */
const drift = 1;

/** A new secret for an authenticator app, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/**
 * What an authenticator app reads out of a QR code. Its entry is called after this console and the
 * member's address.
 */
export function totpAddress(secret: string, email: string): string {
  const { host } = new URL(config().ORIGIN);
  return totp(secret, { issuer: `Clarion ${host.replace(":", " ")}`, label: email }).toString();
}

/** Whether a text may be a code of an app, however it is spaced. */
export function isTotpCode(text: string): boolean {
  return /^\d{6}$/.test(digitsOf(text));
}

/**
 * The step of 30 seconds whose code this is: the present one, the one before or the one after (RFC
 * 6238). Undefined when it is the code of none. The codes are compared in constant time. The caller
 * stores the last step, so that no step counts twice.
 *
 * @param now milliseconds since 1970, UTC
 */
export function totpStep(
  secret: string,
  code: string,
  now: number = Date.now(),
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const delta = totp(secret).validate({ token: digitsOf(code), timestamp: now, window: drift });
  return delta === null ? undefined : Math.floor(now / 1_000 / period) + delta;
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period,
  });
}

function digitsOf(text: string): string {
  return text.replace(/[\s\p{Pd}]/gu, "");
}
