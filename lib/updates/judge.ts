import { retryAfterMs } from "@/lib/outbound/retry-after";
import type { UpdatePolicy } from "./policy";

/** What one attempt came to. */
export interface AttemptResult {
  /** Null when no answer came. */
  status: number | null;
  /** Null when the receiver took it. */
  error: string | null;
  /** What the receiver asked for by `Retry-After`, in milliseconds. */
  retryAfterMs?: number;
  /** Trying again would bring the same, e.g. an address that must not be called. */
  final?: boolean;
}

/** What becomes of the update. */
export type Verdict =
  | { kind: "sent" }
  | { kind: "retry"; pauseMs: number }
  | { kind: "parked"; reason: string }
  /** 410: the endpoint is gone; everything else for it is parked too. */
  | { kind: "gone"; reason: string };

/**
 * Decides what follows an attempt (contract 7): 2xx is success, 410 disables the endpoint, 429 and
 * 503 are obeyed as to when, everything else is tried again with growing pauses until they are used
 * up.
 *
 * @param attempts before this one
 */
export function decideVerdict(
  attempted: AttemptResult,
  attempts: number,
  policy: UpdatePolicy,
): Verdict {
  if (attempted.error === null) return { kind: "sent" };
  if (attempted.status === 410)
    return { kind: "gone", reason: "the endpoint answered 410: it wants no more updates" };
  if (attempted.final) return { kind: "parked", reason: attempted.error };
  const pause = policy.pausesMs[attempts];
  if (pause === undefined)
    return {
      kind: "parked",
      reason: `${attempted.error}; given up after ${attempts + 1} attempts`,
    };
  const jittered = pause * (1 + policy.jitter * (2 * policy.random() - 1));
  return { kind: "retry", pauseMs: Math.round(Math.max(jittered, attempted.retryAfterMs ?? 0)) };
}

/** What an answer means. `headers` in lower case. */
export function attemptedBy(
  status: number,
  retryAfter: string | undefined,
  policy: UpdatePolicy,
  now: number,
): AttemptResult {
  if (status >= 200 && status < 300) return { status, error: null };
  const error =
    status >= 300 && status < 400
      ? `answered ${status}; redirects are not followed`
      : `answered ${status}`;
  const wait = status === 429 || status === 503 ? retryAfterMs(retryAfter, now) : undefined;
  return {
    status,
    error,
    ...(wait === undefined ? {} : { retryAfterMs: Math.min(wait, policy.retryAfterCapMs) }),
  };
}
