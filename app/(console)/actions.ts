"use server";

import { signOutEverywhere as signOutEverywhereVerb } from "@/lib/directory/member/sign-out-everywhere";
import { findByName as findByNameView } from "@/lib/results/find-by-name";
import { answer } from "@/lib/verb/answer";

/** Ends every session of the signed-in member, this one too. */
export const signOutEverywhere = answer(signOutEverywhereVerb);

/** Finds campaigns, lists and messages of a service by name. */
export const findByName = answer(findByNameView);
