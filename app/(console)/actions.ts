"use server";

import { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import { resume } from "@/lib/updates/resume-webhook";
import { findByName } from "@/lib/results/find-by-name";
import { answer } from "@/lib/verb/answer";

/** Switches a webhook on again that answered 410. Returns how many parked updates are sent; 0 when it is on already. */
export const resumeWebhook = answer(resume, { changes: ["/"] });

/** Ends every session of the signed-in member, this one too. */
export const endAllSessions = answer(signOutEverywhere);

/** Finds campaigns, lists and messages of a service by name. */
export const findNamed = answer(findByName);
