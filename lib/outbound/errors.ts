/** A request that did not leave, or that the peer says it did not look at: safe to send again. */
export class NotSentError extends Error {}

/** A request that may or may not have arrived: no answer in time, or the line broke after it was sent. */
export class OutcomeUnknownError extends Error {}

/** {@link OutcomeUnknownError} because no answer came in time. */
export class TimedOutError extends OutcomeUnknownError {
  constructor() {
    super("no answer in time");
  }
}

/** The address may not be reached from here. The message says why, and names the setting that would allow it. */
export class ForbiddenAddressError extends Error {}

/** Codes of system and library errors that happen before anything was written. */
const beforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "EPROTO",
]);

/** Sorts an error of a socket or of undici into the two kinds above; those that are sorted stay. */
export function sorted(error: unknown): Error {
  if (error instanceof NotSentError || error instanceof OutcomeUnknownError || error instanceof ForbiddenAddressError) return error;
  const { code, cause, message, name } = error as { code?: string; cause?: unknown; message?: string; name?: string };
  if (cause instanceof ForbiddenAddressError) return cause;
  if (name === "TimeoutError") return new TimedOutError();
  const words = code ?? message ?? "unknown error";
  return code !== undefined && beforeSending.has(code)
    ? new NotSentError(`not connected: ${words}`)
    : new OutcomeUnknownError(`the line broke: ${words}`);
}
