/** The name under which a composition is sent: the same name twice is one message. */
export interface Attempt {
  nonce: string;
  /** The body that was tried under this name; absent before the first try. */
  body?: string;
}

/** A new name: 128 random bits in hexadecimal. Works on plain HTTP too, where `crypto.randomUUID` is missing. */
export function newAttempt(): Attempt {
  return { nonce: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

/** The name for sending this body: that of the last try when it was the same body, whatever became of it; a new one for another body. */
export function attemptWith(last: Attempt, body: string): Required<Attempt> {
  const { nonce } = last.body === undefined || last.body === body ? last : newAttempt();
  return { nonce, body };
}
