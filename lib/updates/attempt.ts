import { unseal, UnsealError } from "@/lib/auth/seal";
import { signingSecretPlace, webhookSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostResponseBytes } from "@/lib/describe/update-exchange";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { now } from "@/lib/runtime/clock";
import { authenticate } from "./authenticate";
import type { ClaimedUpdate } from "./claim";
import { endpointsOf, forgetEndpoints, type ServiceEndpoints } from "./endpoints";
import { exchangeText, type SentRequest } from "./exchange";
import { attemptedBy, decideVerdict, type AttemptResult } from "./judge";
import type { UpdatePolicy } from "./policy";
import { HandOverError, type Post } from "./post";
import { notifyurlReceiver } from "./receivers";
import type { Result } from "./record";
import { identityHeaders, signatureHeaders } from "./sign";

/**
 * Sends one claimed update to its receiver, once. Never throws for what the receiver or its
 * configuration does; throws when the database fails.
 *
 * @param evenOff calls a webhook that is switched off, too: for tests
 */
export async function attempt(
  sql: Sql,
  post: Post,
  update: ClaimedUpdate,
  policy: UpdatePolicy,
  evenOff = false,
): Promise<Result> {
  const parked = (reason: string): Result => ({ update, verdict: { kind: "parked", reason } });
  const to = await lookUpReceiver(sql, update, evenOff);
  if ("reason" in to) return parked(to.reason);
  const auth = await authenticate(sql, post, update.serviceId, to.notifyAuthId);
  const at = new Date(now());
  const started = performance.now();
  const ended = (attempted: AttemptResult, exchange: string | null = null): Result => ({
    update,
    verdict: decideVerdict(attempted, update.attempts, policy),
    attempted: { ...attempted, id: newId(), at, durationMs: performance.now() - started, exchange },
  });
  if (!auth.ok)
    return auth.park ? parked(auth.reason) : ended({ status: null, error: auth.reason });
  let headers: Record<string, string>;
  try {
    headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Clarion",
      ...signed(to.secret(), update, at),
    };
  } catch (error) {
    if (error instanceof UnsealError) return parked("the signing secret cannot be opened");
    throw error;
  }
  const request: SentRequest = {
    url: to.url,
    authHeaders: auth.headers,
    headers,
    bodyBytes: update.body.byteLength,
    secrets: auth.secrets,
  };
  const { attempted, exchange } = await call(post, request, {
    body: update.body,
    policy,
    onUnauthorized: auth.refused,
  });
  return ended(attempted, exchange);
}

/** Makes the call. Returns what it came to, and the exchange as the database has it. */
async function call(
  post: Post,
  request: SentRequest,
  {
    body,
    policy,
    onUnauthorized,
  }: { body: Uint8Array; policy: UpdatePolicy; onUnauthorized: (() => void) | undefined },
): Promise<{ attempted: AttemptResult; exchange: string }> {
  try {
    const answer = await post(request.url, {
      headers: { ...request.authHeaders, ...request.headers },
      body,
      timeoutMs: policy.timeoutMs,
      maxBytes: mostResponseBytes,
    });
    if (answer.status === 401) onUnauthorized?.();
    const retryAfter = answer.headers["retry-after"];
    const attempted = attemptedBy(
      answer.status,
      Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      policy,
      now(),
    );
    return { attempted, exchange: exchangeText(request, answer) };
  } catch (error) {
    if (error instanceof HandOverError) throw error;
    const attempted = {
      status: null,
      error: error instanceof Error ? error.message : String(error),
      final: error instanceof ForbiddenAddressError,
    };
    return { attempted, exchange: exchangeText(request) };
  }
}

interface ReceiverNow {
  url: string;
  notifyAuthId: string;
  secret: () => string | undefined;
}

/** Looks the receiver up, and once more where what is remembered of it names none to call. */
async function lookUpReceiver(
  sql: Sql,
  update: ClaimedUpdate,
  evenOff: boolean,
): Promise<ReceiverNow | { reason: string }> {
  const lookUp = async () =>
    receiverNow(
      update,
      (await endpointsOf(sql, [update.serviceId])).get(update.serviceId),
      evenOff,
    );
  const receiver = await lookUp();
  if (!("reason" in receiver)) return receiver;
  // The cached endpoints may be two seconds old, and another process may have mended them since.
  forgetEndpoints(update.serviceId);
  return lookUp();
}

/**
 * A webhook's address, authentication and secret are those of today: a member who mends them wants
 * what waits to be sent with them, and what is the new receiver's is no business of the one before.
 */
function receiverNow(
  update: ClaimedUpdate,
  service: ServiceEndpoints | undefined,
  evenOff: boolean,
): ReceiverNow | { reason: string } {
  if (!service) return { reason: "the service no longer exists" };
  if (update.receiver === notifyurlReceiver) {
    const sealed = service.signingSecret;
    return {
      url: update.url,
      notifyAuthId: update.notifyAuthId,
      secret: () => (sealed ? unseal(sealed, signingSecretPlace(service.serviceId)) : undefined),
    };
  }
  const webhook = service.webhooks.find(({ id }) => id === update.receiver);
  if (!webhook) return { reason: "the webhook no longer exists" };
  if (webhook.disabled && !evenOff) return { reason: "the webhook is switched off" };
  const sealed = webhook.signingSecret;
  return {
    url: webhook.url,
    notifyAuthId: webhook.notifyAuthId,
    secret: () => (sealed ? unseal(sealed, webhookSecretPlace(webhook.id)) : undefined),
  };
}

function signed(
  secret: string | undefined,
  update: ClaimedUpdate,
  at: Date,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  return secret === undefined
    ? identityHeaders(update.id, seconds)
    : signatureHeaders(secret, update.id, update.body, seconds);
}
