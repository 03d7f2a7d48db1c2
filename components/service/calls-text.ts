import type { KeyCalls } from "@/lib/directory/service/key-callers";

/** How often a key or a JWT secret was used in the last 24 hours, and from how many addresses. */
export function callsText({ calls, callers, moreCallers }: KeyCalls): string {
  if (calls === 0) return "No calls in 24 hours";
  const from = callers.length + moreCallers;
  return `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in 24 hours from ${from === 1 ? "1 address" : `${from} addresses`}`;
}
