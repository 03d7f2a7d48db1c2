import { noAnswer } from "@/lib/inputs/answer";

/** What happened and what to do. `id` is in the log with the cause. */
export interface Refusal {
  title: string;
  text: string;
  id?: string;
}

/**
 * The sentence for a refused sign-in.
 *
 * @param code `wrong`, `busy`, `code`, `passkey`, `left`, `expired`, `paused:<seconds>`,
 *   `sign-on:<connection>`, `unavailable:<id>`, `foreign` or `unreachable`; of anything else
 *   nothing is repeated
 */
export function refusalOf(code: string): Refusal {
  const [, seconds] = /^paused:(\d{1,6})$/.exec(code) ?? [];
  if (seconds !== undefined)
    return {
      title: "Too many attempts",
      text: `Try again in ${waitText(Number(seconds))}. A browser that you have signed in with before does not have to wait.`,
    };
  if (code === "wrong")
    return { title: "Wrong e-mail address or password", text: "Check both and try again." };
  if (code === "code")
    return {
      title: "That code doesn’t work",
      text: "Use the newest one your app shows, or a recovery code that you have not used. Each works once.",
    };
  if (code === "passkey")
    return {
      title: "That passkey doesn’t sign you in",
      text: "Use another passkey, or another way to sign in.",
    };
  if (code === "left")
    return { title: "No passkey was used", text: "Try again, or use another way to sign in." };
  if (code === "expired")
    return { title: "Signing in took too long", text: "Start over with your password." };
  if (code === "busy")
    return { title: "Too many people are signing in", text: "Try again in a few seconds." };
  if (/^sign-on:[0-9a-f-]{36}$/.test(code))
    return {
      title: "This address signs in by single sign-on",
      text: "Load this page again and choose the way to continue with.",
    };
  if (code === "foreign")
    return {
      title: "This page cannot sign you in",
      text: "Open Clarion at its own address and sign in there.",
    };
  if (code === "unreachable")
    return {
      title: noAnswer,
      text: "Check your connection and try again. Your input is still here.",
    };
  const [, id] = /^unavailable:([0-9a-f-]{36})$/.exec(code) ?? [];
  return {
    title: "Cannot sign you in just now",
    text: "Something went wrong at Clarion’s end. Try again in a minute.",
    ...(id === undefined ? {} : { id }),
  };
}

function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "one second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
