import { DESTINATIONS } from "@/lib/interface/limits";

/**
 * Of a minute's messages, those that are accepted together at most. With as much that may follow
 * faster after a delay ({@link lagSeconds}), no minute has more than 2 % over its rate: this share
 * of it, or one message of a slow one, and the sixty seconds before it.
 */
const share = 0.01;

/**
 * The delay of a worker after which messages follow faster, in seconds, the same share of a minute:
 * what a longer one misses is not caught up with, so that no pause ends in a burst.
 */
export const lagSeconds = 0.6;

/** Messages that are accepted together at most, at a rate of messages a minute. */
export function messagesAtOnce(rate: number): number {
  return Math.max(1, Math.floor(rate * share));
}

/** Recipients that a request has at most, at a rate of messages a minute. */
export function recipientsAtRate(rate: number): number {
  return Math.min(DESTINATIONS, messagesAtOnce(rate));
}

/** Seconds that so many messages take at a rate of messages a minute. */
export function secondsAtRate(messages: number, rate: number): number {
  return Math.ceil((messages * 60) / rate);
}
