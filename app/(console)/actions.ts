"use server";

import { confirmInstallation as confirmInstallationVerb } from "@/lib/directory/installation/confirm";
import { signOutEverywhere as signOutEverywhereVerb } from "@/lib/directory/member/sign-out-everywhere";
import { findByName as findByNameView } from "@/lib/results/find-by-name";
import { answer } from "@/lib/verb/answer";

export const signOutEverywhere = answer(signOutEverywhereVerb);
export const confirmInstallation = answer(confirmInstallationVerb);
export const findByName = answer(findByNameView);
