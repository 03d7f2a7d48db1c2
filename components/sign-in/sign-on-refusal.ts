import type { Refusal } from "./refusal";

/**
 * The sentence for a user who came back from their provider and was not signed in.
 *
 * @param reason as `lib/sign-on` gives it; undefined is answered to anything else, of which nothing
 *   is repeated
 * @param name of the connection
 */
export function signOnRefusal(reason: string, name: string): Refusal | undefined {
  const refusals: Readonly<Record<string, Refusal>> = {
    busy: { title: "Too many people are signing in", text: "Try again in a minute." },
    stale: {
      title: "This sign-in is no longer valid",
      text: "It took too long, was used already, or began in another browser. Try again.",
    },
    denied: {
      title: `${name} did not let you in`,
      text: "Try again, or ask the administrator of your account there.",
    },
    answer: {
      title: `${name} gave an answer that cannot be used`,
      text: "Try again. If it fails again, contact an owner of this console: the log has the reason.",
    },
    unreachable: {
      title: `${name} cannot be reached`,
      text: "Try again in a minute. If it fails again, contact an owner of this console.",
    },
    email: {
      title: "Your account has no e-mail address",
      text: `${name} sends no e-mail address, and Clarion needs one to find your account. Ask an owner of this console.`,
    },
    unverified: {
      title: "Your e-mail address is not verified",
      text: `Verify it with ${name} and try again, or ask an owner of this console.`,
    },
    domain: {
      title: "Your e-mail address is of another domain",
      text: `Sign in with ${name} is not set up for it. Ask an owner of this console.`,
    },
    other: {
      title: "Your e-mail address belongs to another account",
      text: `Another account of ${name} has already signed in with it. Ask an owner of this console.`,
    },
    uninvited: {
      title: "You have not been invited",
      text: `You are signed in with ${name}, but have no account here. Ask an owner to invite you.`,
    },
    disabled: {
      title: "Your account is disabled",
      text: "Ask an owner of this console to enable it.",
    },
  };
  return Object.hasOwn(refusals, reason) ? refusals[reason] : undefined;
}
