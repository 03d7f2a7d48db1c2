"use server";

import { seeNotices as seeNoticesVerb } from "@/lib/notices/see";
import { answer } from "@/lib/verb/answer";

/** Saves until when the signed-in member has seen their notices. */
export const seeNotices = answer(seeNoticesVerb);
