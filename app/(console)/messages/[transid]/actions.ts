"use server";

import { countMissingUpdates, replay } from "@/lib/updates/replay";
import { answer } from "@/lib/verb/answer";

/** Counts the delivery updates of a message that were parked or never sent. */
export const findMissing = answer(countMissingUpdates);

/** Sends the delivery updates of a message again that were parked or never sent. Returns how many. */
export const replayMessage = answer(replay, { changes: ["/messages"] });
