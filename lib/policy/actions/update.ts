import { z } from "zod";
import { audited, counted, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const members = z.record(z.string(), z.union([text, z.number(), z.boolean(), z.null()]));
/** `before`, `after`: the members that are no secret, and of the secret ones that they exist. */
const auth = z.strictObject({ name: text, kind: text, before: members, after: members });
const webhook = {
  url: text,
  kinds: z.array(text),
  notifyurlAuthId: text,
  on: z.boolean(),
};
const changedWebhook = z.strictObject({ ...webhook, before: members, after: members });
const waiting = z.strictObject({ count });

/** Delivery updates and their receivers. */
export const updateActions = {
  "notifyAuth.add": audited({ least: "admin", event: auth, words: "added the authentication" }),
  "notifyAuth.change": audited({
    least: "admin",
    event: auth,
    words: "changed the authentication",
  }),
  "notifyAuth.remove": audited({
    least: "admin",
    event: z.strictObject({ name: text, kind: text }),
    words: "removed the authentication",
  }),
  "webhook.add": audited({
    least: "admin",
    event: z.strictObject(webhook),
    words: "added the webhook",
  }),
  "webhook.change": audited({
    least: "admin",
    event: changedWebhook,
    words: "changed the webhook",
  }),
  "webhook.switchOff": audited({
    least: "admin",
    event: changedWebhook,
    words: "switched off the webhook",
  }),
  "webhook.remove": audited({
    least: "admin",
    event: z.strictObject({ url: text }),
    words: "removed the webhook",
  }),
  "webhook.resume": audited({
    least: "admin",
    event: waiting,
    words: (event) =>
      `switched on a webhook, with ${counted(event.count, "delivery update")} waiting`,
  }),
  "webhookSecret.reroll": audited({
    least: "admin",
    event: z.strictObject({}),
    words: "replaced the webhook’s signing secret",
  }),
  "inbox.open": audited({
    least: "admin",
    event: z.strictObject({}),
    words: "opened the built-in inbox",
  }),
  "inbox.empty": audited({
    least: "admin",
    event: waiting,
    words: (event) => `emptied the built-in inbox of ${counted(event.count, "delivery update")}`,
  }),
  // Updates are of the service's own messages, and sending them again is how a receiver catches up.
  "update.replay": audited({
    least: "admin",
    scope: "status",
    event: waiting,
    words: (event) => `sent ${counted(event.count, "delivery update")} again`,
  }),
  "testUpdate.send": audited({
    least: "admin",
    event: z.strictObject({ kind: text, receiver: text, url: text, notifyurlAuthId: text }),
    words: "sent a test update",
  }),
} as const satisfies Record<string, ActionEntry>;
