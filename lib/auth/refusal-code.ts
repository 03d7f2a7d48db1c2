import type { SignInResult } from "./sign-in";

/**
 * The code of a refusal for the sign-in page: `wrong`, `busy`, `second` (the second step is to
 * come), `code`, `passkey`, `expired`, `paused:<seconds>`, `sign-on:<connection>` or
 * `unavailable:<id in the log>`.
 */
export function refusalCode(result: SignInResult & { ok: false }): string {
  if (result.reason === "paused") return `paused:${result.seconds}`;
  if (result.reason === "signOn") return `sign-on:${result.connectionId}`;
  return result.reason === "unavailable" ? `unavailable:${result.id}` : result.reason;
}
