"use server";

import { replay } from "@/lib/dispatch/replay";
import { answer } from "@/lib/verb/answer";

/** Sends the delivery updates of a message again that were given up or never told. Answers how many. */
export const replayMessage = answer(replay, { changes: ["/messages"] });
