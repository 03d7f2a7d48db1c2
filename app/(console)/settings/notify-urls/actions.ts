"use server";

import { sendTestUpdate as sendTestUpdateVerb } from "@/lib/check/send-test-update";
import { emptyInbox as emptyInboxVerb } from "@/lib/directory/inbox/empty";
import { addNotifyAuth as addNotifyAuthVerb } from "@/lib/directory/notify-auth/add";
import { changeNotifyAuth as changeNotifyAuthVerb } from "@/lib/directory/notify-auth/change";
import { removeNotifyAuth as removeNotifyAuthVerb } from "@/lib/directory/notify-auth/remove";
import { readNotifyAuthUsers as readNotifyAuthUsersView } from "@/lib/directory/notify-auth/used-by";
import { addWebhook as addWebhookVerb } from "@/lib/directory/webhook/add";
import {
  changeWebhook as changeWebhookVerb,
  switchOffWebhook as switchOffWebhookVerb,
} from "@/lib/directory/webhook/change";
import { removeWebhook as removeWebhookVerb } from "@/lib/directory/webhook/remove";
import { rerollWebhookSecret as rerollWebhookSecretVerb } from "@/lib/directory/webhook/reroll-secret";
import { readWebhookWaiting as readWebhookWaitingView } from "@/lib/directory/webhook/waiting";
import { openInbox as openInboxVerb } from "@/lib/dispatch/open-inbox";
import { paths } from "@/lib/inputs/paths";
import {
  countParked as countParkedView,
  countParkedWithin as countParkedWithinView,
} from "@/lib/results/list-updates";
import {
  countMissingUpdates as countMissingUpdatesView,
  replayUpdates as replayUpdatesVerb,
} from "@/lib/updates/replay";
import { resumeWebhook as resumeWebhookVerb } from "@/lib/updates/resume-webhook";
import { answer } from "@/lib/verb/answer";

const changes = [paths.notifyUrls()];

export const addNotifyAuth = answer(addNotifyAuthVerb, { changes });
export const changeNotifyAuth = answer(changeNotifyAuthVerb, { changes });
export const removeNotifyAuth = answer(removeNotifyAuthVerb, { changes });
export const readNotifyAuthUsers = answer(readNotifyAuthUsersView);
export const addWebhook = answer(addWebhookVerb, { changes });
export const changeWebhook = answer(changeWebhookVerb, { changes });
export const switchOffWebhook = answer(switchOffWebhookVerb, { changes: ["/", ...changes] });
export const resumeWebhook = answer(resumeWebhookVerb, { changes: ["/", ...changes] });
export const removeWebhook = answer(removeWebhookVerb, { changes: ["/", ...changes] });
export const rerollWebhookSecret = answer(rerollWebhookSecretVerb, { changes });
export const readWebhookWaiting = answer(readWebhookWaitingView);
export const openInbox = answer(openInboxVerb, { changes });
export const emptyInbox = answer(emptyInboxVerb, { changes });
export const sendTestUpdate = answer(sendTestUpdateVerb);
export const countParked = answer(countParkedView);
export const countMissingUpdates = answer(countMissingUpdatesView);
export const countParkedWithin = answer(countParkedWithinView);
export const replayUpdates = answer(replayUpdatesVerb, { changes: [...changes, paths.messages()] });
