import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";

/** Timers of browsers count milliseconds in 31 bits, which is a little more. */
const longest = 24 * 24 * 3_600_000;

/**
 * Calls back when an expiry passes that had not at `now`, or after 24 days to be asked again.
 * Returns how to stop it.
 */
export function whenPassed(
  expiry: unknown,
  now: number,
  onPassed: (now: number) => void,
): () => void {
  const at = readTimestamp(textIn(expiry));
  if (at === undefined || at <= now) return () => undefined;
  const timer = setTimeout(
    () => onPassed(Date.now()),
    Math.min(Math.max(at - Date.now() + 1, 0), longest),
  );
  return () => clearTimeout(timer);
}
