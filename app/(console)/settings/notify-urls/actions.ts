"use server";

import { emptyInbox as emptyInboxVerb } from "@/lib/directory/inbox/empty";
import { addNotifyAuth as addNotifyAuthVerb } from "@/lib/directory/notify-auth/add";
import { changeNotifyAuth as changeNotifyAuthVerb } from "@/lib/directory/notify-auth/change";
import { removeNotifyAuth as removeNotifyAuthVerb } from "@/lib/directory/notify-auth/remove";
import { readNotifyAuthUsers as readNotifyAuthUsersView } from "@/lib/directory/notify-auth/used-by";
import { addWebhook as addWebhookVerb } from "@/lib/directory/webhook/add";
import { changeWebhook as changeWebhookVerb, switchOffWebhook as switchOffWebhookVerb } from "@/lib/directory/webhook/change";
import { removeWebhook as removeWebhookVerb } from "@/lib/directory/webhook/remove";
import { rerollWebhookSecret as rerollWebhookSecretVerb } from "@/lib/directory/webhook/reroll-secret";
import { readWebhookWaiting as readWebhookWaitingView } from "@/lib/directory/webhook/waiting";
import { openInbox as openInboxVerb } from "@/lib/dispatch/open-inbox";
import { countMissingUpdates as countMissingUpdatesView, replayUpdates as replayUpdatesVerb } from "@/lib/updates/replay";
import { resumeWebhook as resumeWebhookVerb } from "@/lib/updates/resume-webhook";
import { sendTestUpdate as sendTestUpdateVerb } from "@/lib/check/test-update";
import { countParked as countParkedView, countParkedWithin as countParkedWithinView } from "@/lib/results/list-updates";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/notify-urls"];

/** Adds an authentication. Returns its id. */
export const addNotifyAuth = answer(addNotifyAuthVerb, { changes });

/** Changes an authentication. */
export const changeNotifyAuth = answer(changeNotifyAuthVerb, { changes });

/** Removes an authentication, and its secrets for good. */
export const removeNotifyAuth = answer(removeNotifyAuthVerb, { changes });

/** Returns who uses an authentication. */
export const readNotifyAuthUsers = answer(readNotifyAuthUsersView);

/** Adds a webhook. Returns its signing secret, once. */
export const addWebhook = answer(addWebhookVerb, { changes });

/** Changes a webhook's address, kinds or authentication. */
export const changeWebhook = answer(changeWebhookVerb, { changes });

/** Switches a webhook off. */
export const switchOffWebhook = answer(switchOffWebhookVerb, { changes: ["/", ...changes] });

/** Switches a webhook on that answered 410 or was switched off. Returns how many parked updates are sent; 0 when it is on already. */
export const resumeWebhook = answer(resumeWebhookVerb, { changes: ["/", ...changes] });

/** Removes a webhook. */
export const removeWebhook = answer(removeWebhookVerb, { changes: ["/", ...changes] });

/** Replaces a webhook's signing secret. Returns it, once. */
export const rerollWebhookSecret = answer(rerollWebhookSecretVerb, { changes });

/** Counts what waits for a webhook. */
export const readWebhookWaiting = answer(readWebhookWaitingView);

/** Opens the built-in inbox. Returns its address, and how many parked updates are sent. */
export const openInbox = answer(openInboxVerb, { changes });

/** Empties the built-in inbox. Returns how many updates were in it. */
export const emptyInbox = answer(emptyInboxVerb, { changes });

/** Sends one update that is about nothing. Returns what the receiver said. */
export const sendTestUpdate = answer(sendTestUpdateVerb);

/** Counts the updates that are parked at an endpoint. */
export const countParked = answer(countParkedView);

/** Counts the updates that are missing of a message, or of the newest messages of a service. */
export const countMissingUpdates = answer(countMissingUpdatesView);

/** Counts the parked updates of a time span. */
export const countParkedWithin = answer(countParkedWithinView);

/** Sends updates of a message or a service again. Returns how many. */
export const replayUpdates = answer(replayUpdatesVerb, { changes: [...changes, "/messages"] });
