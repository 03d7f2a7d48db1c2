"use server";

import { suppress as suppressVerb } from "@/lib/directory/suppression/suppress";
import { unsuppress as unsuppressVerb } from "@/lib/directory/suppression/unsuppress";
import { answer, answerEach } from "@/lib/verb/answer";

/** Puts user ids or push ids on the suppression list of a service. */
export const suppress = answer(suppressVerb, { changes: ["/devices/suppressed"] });

/** Takes several off the suppression list. */
export const unsuppressEach = answerEach(unsuppressVerb, { changes: ["/devices/suppressed"] });
