"use server";

import { seeNotices } from "@/lib/notices/see";
import { answer } from "@/lib/verb/answer";

/** Keeps until when whoever asks has seen their notices. */
export const markNoticesSeen = answer(seeNotices);
