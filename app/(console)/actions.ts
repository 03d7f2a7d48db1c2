"use server";

import { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import { findByName } from "@/lib/results/find-by-name";
import { answer } from "@/lib/verb/answer";

/** Ends every session of the signed-in member, this one too. */
export const endAllSessions = answer(signOutEverywhere);

/** Finds campaigns, lists and messages of a service by name. */
export const findNamed = answer(findByName);
