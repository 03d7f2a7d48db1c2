"use server";

import { emptyInbox } from "@/lib/directory/inbox/empty";
import { addNotifyAuth } from "@/lib/directory/notify-auth/add";
import { changeNotifyAuth } from "@/lib/directory/notify-auth/change";
import { removeNotifyAuth } from "@/lib/directory/notify-auth/remove";
import { readNotifyAuthUsers } from "@/lib/directory/notify-auth/used-by";
import { addWebhook } from "@/lib/directory/webhook/add";
import { changeWebhook, switchOffWebhook } from "@/lib/directory/webhook/change";
import { removeWebhook } from "@/lib/directory/webhook/remove";
import { rerollWebhookSecret } from "@/lib/directory/webhook/reroll-secret";
import { readWebhookWaiting } from "@/lib/directory/webhook/waiting";
import { openInbox } from "@/lib/dispatch/open-inbox";
import { countMissingUpdates, replay } from "@/lib/updates/replay";
import { resume } from "@/lib/updates/resume-webhook";
import { testUpdate } from "@/lib/check/test-update";
import { countParked, countParkedWithin } from "@/lib/results/list-updates";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/notify-urls"];

/** Adds an authentication. Returns its id. */
export const addAuth = answer(addNotifyAuth, { changes });

/** Changes an authentication. */
export const changeAuth = answer(changeNotifyAuth, { changes });

/** Removes an authentication, and its secrets for good. */
export const removeAuth = answer(removeNotifyAuth, { changes });

/** Returns who uses an authentication. */
export const findAuthUsers = answer(readNotifyAuthUsers);

/** Adds a webhook. Returns its signing secret, once. */
export const makeWebhook = answer(addWebhook, { changes });

/** Changes a webhook's address, kinds or authentication. */
export const editWebhook = answer(changeWebhook, { changes });

/** Switches a webhook off. */
export const stopWebhook = answer(switchOffWebhook, { changes: ["/", ...changes] });

/** Switches a webhook on that answered 410 or was switched off. Returns how many parked updates are sent; 0 when it is on already. */
export const resumeWebhook = answer(resume, { changes: ["/", ...changes] });

/** Removes a webhook. */
export const dropWebhook = answer(removeWebhook, { changes: ["/", ...changes] });

/** Replaces a webhook's signing secret. Returns it, once. */
export const rerollWebhook = answer(rerollWebhookSecret, { changes });

/** Counts what waits for a webhook. */
export const findWebhookWaiting = answer(readWebhookWaiting);

/** Opens the built-in inbox. Returns its address, and how many parked updates are sent. */
export const startInbox = answer(openInbox, { changes });

/** Empties the built-in inbox. Returns how many updates were in it. */
export const clearInbox = answer(emptyInbox, { changes });

/** Sends one update that is about nothing. Returns what the receiver said. */
export const sendTestUpdate = answer(testUpdate);

/** Counts the updates that are parked at an endpoint. */
export const findParked = answer(countParked);

/** Counts the updates that are missing of a message, or of the newest messages of a service. */
export const findMissing = answer(countMissingUpdates);

/** Counts the parked updates of a time span. */
export const findParkedWithin = answer(countParkedWithin);

/** Sends updates of a message or a service again. Returns how many. */
export const replayUpdates = answer(replay, { changes: [...changes, "/messages"] });
