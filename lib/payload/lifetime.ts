import type { EffectiveBlocks } from "@/lib/interface/effective";
import type { PayloadContext } from "./provider-request";

/** What the builders of all providers are given besides their block. */
export interface MessageFacts {
  context: PayloadContext;
  /** Normalised `expiry` of the request. */
  expiry: string | undefined;
  interactive: EffectiveBlocks["interactive"];
}

/**
 * Seconds that a provider may still keep the message: what is left of its time to live, which
 * counts from acceptance, and of the time until `expiry` (interface 7); never below 0.
 *
 * @param timeToLive the block's own, in seconds
 * @param longest the provider's longest, used when the block has none
 */
export function secondsLeft(
  { context, expiry }: MessageFacts,
  timeToLive: number | undefined,
  longest: number,
): number {
  const lifetime = Math.min(timeToLive ?? longest, longest);
  const passed = Math.floor((context.now - context.acceptedAt) / 1_000);
  const left = lifetime === 0 ? 0 : Math.max(lifetime - Math.max(passed, 0), 0);
  if (expiry === undefined) return left;
  return Math.max(Math.min(left, Math.floor((Date.parse(expiry) - context.now) / 1_000)), 0);
}
