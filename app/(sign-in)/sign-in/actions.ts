"use server";

import { cookies, headers } from "next/headers";
import { clientOf } from "@/lib/auth/client-header";
import { cookieName, cookieOptions } from "@/lib/auth/cookies";
import { askForPasskey, leaveStep } from "@/lib/auth/second-step";
import { stepSeconds } from "@/lib/auth/sign-in-steps";
import type { Answer } from "@/lib/inputs/answer";
import { answered } from "@/lib/verb/answer";
import { rejectInput } from "@/lib/verb/errors";

/**
 * What a passkey is to sign, for the sign-in that is under way in the browser or one that begins
 * with it.
 */
// oxlint-disable-next-line house/actions-answer -- nobody is signed in yet: the answer opens nothing, and what was signed is checked by `takeStep`
export async function askPasskey(): Promise<
  Answer<NonNullable<Awaited<ReturnType<typeof askForPasskey>>>["options"]>
> {
  return answered(async () => {
    const requestHeaders = await headers();
    const challenge = await askForPasskey(requestHeaders.get("cookie"), clientOf(requestHeaders));
    if (!challenge) return rejectInput("Passkeys don’t work at this address.");
    if (challenge.token !== undefined)
      (await cookies()).set(cookieName("step"), challenge.token, {
        ...cookieOptions(),
        maxAge: stepSeconds,
      });
    return challenge.options;
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
