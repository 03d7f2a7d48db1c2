import type { IncomingMessage } from "node:http";
import { networkOf } from "@/lib/config/address-list";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { CallError } from "./call-error";
import { clientAddress } from "./client-address";

/** What a registration or a removal costs: it is more work than one receipt, which costs 1. */
export const registrationCost = 10;

const buckets = () =>
  once("client-rates", () => ({
    addresses: new TokenBuckets(config().CLIENT_ADDRESS_RATE),
    keys: new TokenBuckets(config().CLIENT_KEY_RATE),
  }));

/**
 * Takes from what one client address may do with client keys. Answers 0, or after how many seconds
 * it is worth trying again.
 */
export function takeFromAddress(request: IncomingMessage, cost: number): number {
  return buckets().addresses.take(networkOf(clientAddress(request) ?? ""), cost);
}

/**
 * Takes from what may be done with the client key of an app. Answers 0, or after how many seconds
 * it is worth trying again.
 */
export function takeFromKey(appId: string, cost: number): number {
  return buckets().keys.take(appId, cost);
}

/**
 * Throws `CallError`, 429, where a call has to wait.
 *
 * @param whence which calls are too many
 */
export function assertNoWait(whence: string, seconds: number): void {
  if (seconds === 0) return;
  const unit = seconds === 1 ? "second" : "seconds";
  const sentence = `Too many requests ${whence}. Try again in ${seconds} ${unit}.`;
  throw new CallError(429, sentence, [], { headers: { "retry-after": String(seconds) } });
}
