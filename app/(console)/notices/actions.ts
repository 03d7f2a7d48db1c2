"use server";

import { seeNotices as seeNoticesVerb } from "@/lib/notices/see";
import { answer } from "@/lib/verb/answer";

export const seeNotices = answer(seeNoticesVerb);
