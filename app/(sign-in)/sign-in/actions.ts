"use server";

import { cookies, headers } from "next/headers";
import { clientOf } from "@/lib/auth/client-header";
import { cookieName, cookieOptions } from "@/lib/auth/cookies";
import { askForPasskey, leaveStep } from "@/lib/auth/second-step";
import { stepSeconds } from "@/lib/auth/sign-in-steps";
import type { Answer } from "@/lib/inputs/answer";
import { answered } from "@/lib/verb/answer";
import { refuse } from "@/lib/verb/errors";

/**
 * What a passkey is to sign, for the sign-in that is under way in the browser or one that begins
 * with it.
 */
// oxlint-disable-next-line house/actions-answer -- nobody is signed in yet: the answer opens nothing, and what was signed is checked by `takeStep`
export async function askPasskey(): Promise<
  Answer<NonNullable<Awaited<ReturnType<typeof askForPasskey>>>["options"]>
> {
  return answered(async () => {
    const given = await headers();
    const asked = await askForPasskey(given.get("cookie"), clientOf(given));
    if (!asked) return refuse("Passkeys don’t work at this address.");
    if (asked.token !== undefined)
      (await cookies()).set(cookieName("step"), asked.token, {
        ...cookieOptions(),
        maxAge: stepSeconds,
      });
    return asked.options;
  });
}

/** Ends the sign-in that waits for its second step, to begin another one. */
// oxlint-disable-next-line house/actions-answer -- nobody is signed in yet: it ends what the browser's own cookie names
export async function startOver(): Promise<Answer<void>> {
  return answered(async () => {
    await leaveStep((await headers()).get("cookie"));
    (await cookies()).delete({ name: cookieName("step"), ...cookieOptions() });
  });
}
