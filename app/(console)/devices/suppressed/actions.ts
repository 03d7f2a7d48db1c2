"use server";

import { suppress } from "@/lib/directory/suppression/suppress";
import { unsuppress } from "@/lib/directory/suppression/unsuppress";
import { answer, answerEach } from "@/lib/verb/answer";

/** Puts user ids or push ids on the suppression list of a service. */
export const suppressIds = answer(suppress, { changes: ["/devices/suppressed"] });

/** Takes several off the suppression list. */
export const unsuppressEach = answerEach(unsuppress, { changes: ["/devices/suppressed"] });
