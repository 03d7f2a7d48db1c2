import type { sendTestUpdate } from "@/lib/check/send-test-update";
import type { emptyInbox } from "@/lib/directory/inbox/empty";
import type { addNotifyAuth } from "@/lib/directory/notify-auth/add";
import type { changeNotifyAuth } from "@/lib/directory/notify-auth/change";
import type { removeNotifyAuth } from "@/lib/directory/notify-auth/remove";
import type { readNotifyAuthUsers } from "@/lib/directory/notify-auth/used-by";
import type { addWebhook } from "@/lib/directory/webhook/add";
import type { changeWebhook, switchOffWebhook } from "@/lib/directory/webhook/change";
import type { removeWebhook } from "@/lib/directory/webhook/remove";
import type { rerollWebhookSecret } from "@/lib/directory/webhook/reroll-secret";
import type { readWebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { openInbox } from "@/lib/dispatch/open-inbox";
import type { SearchedTo } from "@/lib/inputs/update-list";
import type { countParked, countParkedWithin } from "@/lib/results/list-updates";
import type { countMissingUpdates, replayUpdates } from "@/lib/updates/replay";
import type { resumeWebhook } from "@/lib/updates/resume-webhook";
import type { ActionOf } from "@/lib/verb/answer";

/** Sends one update that is about nothing, and returns the receiver's answer. */
export type SendTest = ActionOf<typeof sendTestUpdate>;

/** What can be done to the authentications of a service. */
export interface AuthActions {
  add: ActionOf<typeof addNotifyAuth>;
  change: ActionOf<typeof changeNotifyAuth>;
  remove: ActionOf<typeof removeNotifyAuth>;
  findUsers: ActionOf<typeof readNotifyAuthUsers>;
  test: SendTest;
}

/** What can be done to the webhooks of a service. */
export interface WebhookActions {
  /** Returns the signing secret, once. */
  add: ActionOf<typeof addWebhook>;
  change: ActionOf<typeof changeWebhook>;
  switchOff: ActionOf<typeof switchOffWebhook>;
  /** Returns how many parked updates are sent. */
  resume: ActionOf<typeof resumeWebhook>;
  remove: ActionOf<typeof removeWebhook>;
  /** Returns the new secret, once. */
  reroll: ActionOf<typeof rerollWebhookSecret>;
  /** Counts the updates that wait for it. */
  findWaiting: ActionOf<typeof readWebhookWaiting>;
}

/** What can be done to the built-in inbox of a service. */
export interface InboxActions {
  /** Returns its address, and how many parked updates are sent. */
  open: ActionOf<typeof openInbox>;
  /** Returns how many updates were in it. */
  empty: ActionOf<typeof emptyInbox>;
}

/** How many updates are sent again in one go; `more`: there may be others. */
export interface ReplayCount {
  count: number;
  more: boolean;
  /** Where the next search goes on. */
  next?: SearchedTo;
}

/** Where missing updates are: in one message, or in the newest messages of a service. */
export type MissingWhere = { transid: string } | { serviceId: string };

/** What sends all missing updates again. */
export interface ReplayMissingActions {
  count: ActionOf<typeof countMissingUpdates>;
  /** Sends the oldest again, `mostReplayed` at most. Returns how many are sent. */
  replay: ActionOf<typeof replayUpdates>;
}

/** What sends the parked updates of a time span again. */
export interface ReplaySpanActions {
  /** Counts them, up to one more than `mostReplayed`. */
  count: ActionOf<typeof countParkedWithin>;
  /** Sends the oldest again, `most` at most. Returns how many are sent. */
  replay: ActionOf<typeof replayUpdates>;
}

/** What sends updates again. */
export interface ReplayActions {
  /** Counts those parked at an endpoint, up to one more than are sent in one go. */
  countParked: ActionOf<typeof countParked>;
  /** Returns how many are sent. */
  replay: ActionOf<typeof replayUpdates>;
}
