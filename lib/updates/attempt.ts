import { unseal, UnsealError } from "@/lib/auth/seal";
import { signingSecretPlace, webhookSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostResponseBytes } from "@/lib/describe/update-exchange";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { now } from "@/lib/runtime/clock";
import { authenticate } from "./authenticate";
import type { Claimed } from "./claim";
import { endpointsOf, forgetEndpoints, type ServiceEndpoints } from "./endpoints";
import { exchangeText } from "./exchange";
import { attemptedBy, judge, type Attempted } from "./judge";
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
  update: Claimed,
  policy: UpdatePolicy,
  evenOff = false,
): Promise<Result> {
  const parked = (reason: string): Result => ({ update, verdict: { kind: "parked", reason } });
  const lookUp = async () =>
    receiverNow(
      update,
      (await endpointsOf(sql, [update.serviceId])).get(update.serviceId),
      evenOff,
    );
  let to = await lookUp();
  if ("reason" in to) {
    // What is kept may be two seconds old, and another process may have mended it since.
    forgetEndpoints(update.serviceId);
    to = await lookUp();
  }
  if ("reason" in to) return parked(to.reason);
  const auth = await authenticate(sql, post, update.serviceId, to.notifyAuthId);
  const at = new Date(now());
  const started = performance.now();
  const ended = (attempted: Attempted, exchange: string | null = null): Result => ({
    update,
    verdict: judge(attempted, update.attempts, policy),
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
  const sent = {
    url: to.url,
    authHeaders: auth.headers,
    headers,
    bodyBytes: update.body.byteLength,
    secrets: auth.secrets,
  };
  const call = {
    headers: { ...auth.headers, ...headers },
    body: update.body,
    timeoutMs: policy.timeoutMs,
    maxBytes: mostResponseBytes,
  };
  try {
    const answer = await post(to.url, call);
    if (answer.status === 401 && auth.refused) auth.refused();
    const retryAfter = answer.headers["retry-after"];
    const came = attemptedBy(
      answer.status,
      Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      policy,
      now(),
    );
    return ended(came, exchangeText(sent, answer));
  } catch (error) {
    if (error instanceof HandOverError) throw error;
    const failed = {
      status: null,
      error: error instanceof Error ? error.message : String(error),
      final: error instanceof ForbiddenAddressError,
    };
    return ended(failed, exchangeText(sent));
  }
}

interface ReceiverNow {
  url: string;
  notifyAuthId: string;
  secret: () => string | undefined;
}

/**
 * A webhook's address, authentication and secret are those of today: a member who mends them wants
 * what waits to be sent with them, and what is the new receiver's is no business of the one before.
 */
function receiverNow(
  update: Claimed,
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

function signed(secret: string | undefined, update: Claimed, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  return secret === undefined
    ? identityHeaders(update.id, seconds)
    : signatureHeaders(secret, update.id, update.body, seconds);
}
