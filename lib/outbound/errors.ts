/** A request that did not leave, or that the peer says it did not look at: safe to send again. */
export class NotSentError extends Error {}

/**
 * A request that may or may not have arrived: no answer in time, or the line broke after it was
 * sent.
 */
export class OutcomeUnknownError extends Error {}

/** {@link OutcomeUnknownError} because no answer came in time. */
export class TimedOutError extends OutcomeUnknownError {
  constructor() {
    super("no answer in time");
  }
}

/**
 * The address may not be reached from here. The message says why, and names the setting that would
 * allow it.
 */
export class ForbiddenAddressError extends Error {}

/**
 * What a certificate or a TLS handshake failed for, and the remedy, by the code of OpenSSL or Node.
 */
const handshakes: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired; renew it",
  CERT_NOT_YET_VALID:
    "its certificate is not valid yet; correct its dates, or the clocks of both machines",
  CERT_REVOKED: "its certificate was revoked; renew it",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "its certificate is self-signed; use one of a public authority, or add it to NODE_EXTRA_CA_CERTS",
  SELF_SIGNED_CERT_IN_CHAIN:
    "the authority of its certificate is not trusted here; add that to NODE_EXTRA_CA_CERTS",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "it does not send the chain of its certificate; let its server send the intermediate certificates too, or add a private authority to NODE_EXTRA_CA_CERTS",
  UNABLE_TO_GET_ISSUER_CERT:
    "the authority of its certificate is not trusted here; let its server send the whole chain, or add a private authority to NODE_EXTRA_CA_CERTS",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the authority of its certificate is not trusted here; let its server send the whole chain, or add a private authority to NODE_EXTRA_CA_CERTS",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "its certificate is for another name; use the name of the certificate, or a certificate for this name",
  HOSTNAME_MISMATCH:
    "its certificate is for another name; use the name of the certificate, or a certificate for this name",
  ERR_SSL_WRONG_VERSION_NUMBER:
    "it speaks no TLS on this port; use http://, or the port of its https",
  ERR_SSL_PACKET_LENGTH_TOO_LONG:
    "it speaks no TLS on this port; use http://, or the port of its https",
  ERR_SSL_HTTP_REQUEST: "it speaks no TLS on this port; use http://, or the port of its https",
  ERR_HTTP2_ERROR:
    "it does not speak HTTP/2 on this port; check the port, and what stands before it",
  EPROTO: "the TLS handshake failed; check the TLS settings of its server",
};
const anyCertificate = "its certificate cannot be verified; renew it with its whole chain";
const anyHandshake =
  "the TLS handshake failed; let its server offer TLS 1.2 or newer, and require no client certificate";
/** Codes of the verification of a certificate, by OpenSSL and Node. */
const ofVerification =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH$|CRL_|UNABLE_TO_|ERROR_IN_CERT|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT|UNSPECIFIED$)/;
const ofHandshake = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/;

/**
 * What a server says of a client's handshake; TLS 1.3 lets it come after the request left, which
 * the server then did not read (RFC 8446, 6.2).
 */
const refusedHandshake =
  /^ERR_SSL_[\w/]*ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA|HANDSHAKE_FAILURE|PROTOCOL_VERSION|INSUFFICIENT_SECURITY|UNRECOGNIZED_NAME|NO_APPLICATION_PROTOCOL|ACCESS_DENIED)$/;

/**
 * Codes that only a connection has which did not come about. Others, such as ETIMEDOUT and
 * EHOSTUNREACH, an open one has too.
 */
const beforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "ENODATA",
  "EAI_AGAIN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const foreignAnswer = "its answer is not HTTP; if the port is one of TLS, use https://";

/**
 * What a connection or a handshake failed for: in words with the remedy where there are any, and
 * the code. Node has no code for some faults of certificates, but words.
 */
function connectFault(code: string, message = ""): string {
  const words =
    code === "UNSPECIFIED" && message !== ""
      ? `its certificate cannot be verified (${message.replaceAll(";", ",")}); let its server have another one`
      : (handshakes[code] ??
        (ofVerification.test(code)
          ? anyCertificate
          : ofHandshake.test(code)
            ? anyHandshake
            : undefined));
  return words === undefined ? code : `${words} (${code})`;
}

/** The error of a connection that did not come about: nothing was sent. */
export function notConnected(error: unknown): Error {
  if (error instanceof NotSentError || error instanceof ForbiddenAddressError) return error;
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string };
  if (cause instanceof ForbiddenAddressError) return cause;
  return new NotSentError(
    `not connected: ${code === undefined ? (message ?? "unknown error") : connectFault(code, message)}`,
  );
}

/**
 * Whether a code says that nothing was read by the peer: a certificate is verified before anything
 * is written.
 */
function isBeforeSending(code: string): boolean {
  return beforeSending.has(code) || ofVerification.test(code) || refusedHandshake.test(code);
}

/** Sorts an error of a socket or of undici into the two kinds above; those that are sorted stay. */
export function sorted(error: unknown): Error {
  if (
    error instanceof NotSentError ||
    error instanceof OutcomeUnknownError ||
    error instanceof ForbiddenAddressError
  )
    return error;
  const { code, cause, message, name } = error as {
    code?: string;
    cause?: unknown;
    message?: string;
    name?: string;
  };
  if (cause instanceof ForbiddenAddressError) return cause;
  if (name === "TimeoutError") return new TimedOutError();
  if (code !== undefined && isBeforeSending(code)) return notConnected(error);
  if (name === "HTTPParserError")
    return new OutcomeUnknownError(`the line broke: ${foreignAnswer}`);
  return new OutcomeUnknownError(`the line broke: ${code ?? message ?? "unknown error"}`);
}
