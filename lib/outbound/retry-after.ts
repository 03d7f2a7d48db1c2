/** `Retry-After` in milliseconds from `now`, whether it was seconds or a date (RFC 9110, 10.2.3); undefined when it is neither. How long is believed is the caller's. */
export function retryAfterMs(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // Without a letter it is no date of HTTP, though engines find one in much.
  const at = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
