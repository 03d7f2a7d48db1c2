import type { SignInResult } from "./sign-in";

/** What the sign-in page is told of a refusal: `wrong`, `busy`, `paused:<seconds>` or `unavailable:<id in the log>`. */
export function refusalCode(result: SignInResult & { ok: false }): string {
  if (result.reason === "paused") return `paused:${result.seconds}`;
  return result.reason === "unavailable" ? `unavailable:${result.id}` : result.reason;
}
