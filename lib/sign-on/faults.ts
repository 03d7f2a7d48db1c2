import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { ForbiddenAddressError, NotSentError, TimedOutError } from "@/lib/outbound/errors";

/**
 * An issuer cannot be used as it is; the message says why, for the owner who sets it up, and
 * repeats no secret.
 */
export class IssuerError extends Error {}

/**
 * Why a user was not signed in; the page gets it. The causes of `answer` and `unreachable` are in
 * the log.
 */
export const refusals = [
  "busy",
  "stale",
  "denied",
  "answer",
  "unreachable",
  "email",
  "unverified",
  "domain",
  "other",
  "uninvited",
  "disabled",
] as const;
/** One of {@link refusals}. */
export type Refusal = (typeof refusals)[number];

/**
 * A sign-in that came to nothing. `detail` is for owners who try the connection, and for the log.
 */
export class SignOnError extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, detail = "") {
    super(detail);
    this.reason = reason;
  }
}

/** What is wrong with an issuer's discovery document, or on the way to it. */
export function discoveryFault(error: unknown): IssuerError {
  const line = lineFault(error);
  if (line !== undefined) return new IssuerError(line);
  const { code, cause } = error as { code?: string; cause?: unknown };
  const where = "/.well-known/openid-configuration";
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" && cause instanceof Response)
    return new IssuerError(`${where} answered ${cause.status}. Is this the issuer’s URL?`);
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") {
    const named = (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer;
    return new IssuerError(
      `Its discovery document is for another issuer${typeof named === "string" ? `, ${named.slice(0, 200)}` : ""}.`,
    );
  }
  return new IssuerError(
    `There is no OpenID discovery document at ${where}. Is this the issuer’s URL?`,
  );
}

/** What went wrong when a provider was asked for the identity of a user. */
export function answerFault(error: unknown): SignOnError {
  if (error instanceof SignOnError) return error;
  if (error instanceof AuthorizationResponseError)
    return error.error === "access_denied"
      ? new SignOnError("denied", "The provider says that access was denied.")
      : new SignOnError(
          "answer",
          said("The provider answered", error.error, error.error_description),
        );
  if (error instanceof ResponseBodyError)
    return new SignOnError(
      "answer",
      error.error === "invalid_client"
        ? "The provider does not accept the client ID and secret. Check both."
        : said("The provider’s token endpoint answered", error.error, error.error_description),
    );
  const line = lineFault(error);
  if (line !== undefined) return new SignOnError("unreachable", line);
  const { code, cause } = error as { code?: string; cause?: unknown };
  const { claim, attribute } = ((cause as { cause?: unknown } | undefined)?.cause ?? {}) as {
    claim?: unknown;
    attribute?: unknown;
  };
  const what = [claim, attribute].find((name) => typeof name === "string");
  return new SignOnError(
    "answer",
    `What the provider sent does not hold${what === undefined ? "" : `: wrong ${String(what)}`}${code === undefined ? "" : ` (${code})`}.`,
  );
}

function said(who: string, error: string, description: string | undefined): string {
  return `${who}: ${error.slice(0, 100)}${description === undefined ? "" : `, ${description.slice(0, 300)}`}.`;
}

/** What is wrong on the way, wherever a library put it; undefined for what came of an answer. */
function lineFault(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if (at instanceof ForbiddenAddressError) return `It is not asked: ${at.message}.`;
    if (at instanceof TimedOutError) return "It does not answer in time.";
    if (at instanceof NotSentError) return `It cannot be reached (${at.message}).`;
    if (at instanceof ClientError && at.code === "OAUTH_TIMEOUT")
      return "It does not answer in time.";
  }
  return undefined;
}
