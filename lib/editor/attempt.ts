/** The nonce under which a content is sent: the same nonce twice is one message. */
export interface Attempt {
  nonce: string;
  /** What was last sent under it; absent before the first try. */
  body?: string;
}

/**
 * A new nonce: 128 random bits in hexadecimal. Works on plain HTTP too, where `crypto.randomUUID`
 * is missing.
 */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/**
 * The attempt for sending `body`: that of the last try where it was the same body, with any
 * outcome; a new one for another body.
 */
export function attemptWith(
  last: Attempt,
  body: string,
  fresh: () => string = newNonce,
): Required<Attempt> {
  return { nonce: last.body === undefined || last.body === body ? last.nonce : fresh(), body };
}
