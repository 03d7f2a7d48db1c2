import { z } from "zod";
import { audited, counted, quoted, renamed, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const approval = { name: text, recipients: count, startsAt: text.nullable(), sha256: text };
const named = z.strictObject({ name: text });
/** Only of orders that frequency caps do not apply to. */
const necessary = z.literal(true).optional();
const plannedTime = z.strictObject({ startsAt: text.nullable(), timezone: text.nullable() });
const campaignState = z.strictObject({ name: text, state: text });
/** Of its `requests`, so many were `answered` when it was paused, resumed or stopped. */
const steered = z.strictObject({ name: text, requests: count, answered: count });

/** Drafts, orders, their approval, and what came of them. */
export const campaignActions = {
  "campaign.save": {
    least: "marketer",
    unaudited: "a draft is saved with every pause in typing; who saved last is on the campaign",
  },
  // Frequency caps do not apply to what is marked so; sends and schedules say it in the audit log.
  "campaign.exempt": { least: "admin" },
  "campaign.change": audited({
    least: "marketer",
    event: z.strictObject({ before: campaignState, after: campaignState }),
    words: (event) =>
      renamed("campaign", event) ??
      `${event.after.state === "archived" ? "archived" : "changed"} the campaign${quoted(event.after.name)}`,
  }),
  // `name` of the copy, `of` the id of its original.
  "campaign.duplicate": audited({
    least: "marketer",
    event: z.strictObject({ name: text, of: text }),
    words: "created the copy",
  }),
  // Of each message of a test: it is written in the transaction that accepts it.
  "testMessage.send": audited({
    least: "marketer",
    event: z.strictObject({ appid: text, recipients: count, transid: text }),
    words: ({ recipients }) => `sent a test to ${counted(recipients, "recipient")}`,
  }),
  "campaign.send": audited({
    least: "sending",
    scope: "send",
    event: z.strictObject({
      appids: z.array(text),
      requests: count,
      recipients: count,
      audience: text.nullable(),
      necessary,
    }),
    words: ({ recipients, audience, necessary: isNecessary }) =>
      `sent a ${isNecessary ? "necessary " : ""}message to ${counted(recipients, "recipient")}${audience === null ? "" : ` of the list${quoted(audience)}`}`,
  }),
  "send.undo": audited({
    least: "sending",
    event: named,
    words: "undid sending the message",
  }),
  "send.release": {
    least: "sending",
    unaudited: "it only shortens a wait; the send is in the audit log as campaign.send",
  },
  "campaign.schedule": audited({
    least: "sending",
    event: z.strictObject({
      name: text,
      startsAt: text,
      timezone: text,
      // In words; left out where it goes out once.
      recurrence: text.optional(),
      requests: count,
      recipients: count,
      audience: text.nullable(),
      necessary,
    }),
    words: ({ name, recipients, recurrence, necessary: isNecessary }) =>
      `scheduled the ${isNecessary ? "necessary " : ""}campaign${quoted(name)} for ${counted(recipients, "recipient")}${recurrence === undefined ? "" : `, ${recurrence}`}`,
  }),
  // `next`: when it goes out instead, ISO 8601 UTC; null where that was the last run.
  "run.skip": audited({
    least: "sending",
    event: z.strictObject({ name: text, skipped: text, next: text.nullable() }),
    words: ({ name }) => `skipped the next run of the campaign${quoted(name)}`,
  }),
  "recurrence.end": audited({
    least: "sending",
    event: named,
    words: ({ name }) => `ended the recurrence of the campaign${quoted(name)}`,
  }),
  "campaign.reschedule": audited({
    least: "sending",
    event: z.strictObject({ name: text, before: plannedTime, after: plannedTime }),
    words: ({ name }) => `moved the campaign${quoted(name)} to another time`,
  }),
  "campaign.unschedule": audited({
    least: "sending",
    event: named,
    words: "unscheduled the campaign",
  }),
  // `startsAt`: its time, which it missed; null: that of some of its recipients.
  "campaign.start": audited({
    least: "sending",
    event: z.strictObject({ name: text, startsAt: text.nullable() }),
    words: ({ name }) => `sent the campaign${quoted(name)} after it missed its time`,
  }),
  "campaign.pause": audited({
    least: "sending",
    scope: "campaigns",
    event: steered,
    words: "paused the campaign",
  }),
  "campaign.resume": audited({
    least: "sending",
    scope: "campaigns",
    event: steered,
    words: "resumed the campaign",
  }),
  "campaign.stop": audited({
    least: "sending",
    scope: "campaigns",
    event: steered,
    words: "stopped the campaign",
  }),
  "continuation.change": audited({
    least: "sending",
    event: z.strictObject({ name: text, continues: z.enum(["itself", "by hand"]) }),
    words: ({ name, continues }) =>
      `had the campaign${quoted(name)} go on ${continues === "itself" ? "by itself" : "by hand"} after a pause that a provider causes`,
  }),
  // `sha256` is of everything that the approval is bound to.
  "approval.ask": audited({
    least: "sending",
    event: z.strictObject(approval),
    words: ({ name }) => `asked for approval of the campaign${quoted(name)}`,
  }),
  "approval.withdraw": audited({
    least: "sending",
    event: z.strictObject(approval),
    words: ({ name }) => `withdrew the request to approve the campaign${quoted(name)}`,
  }),
  // `approved` is false where it was declined.
  "approval.decide": audited({
    least: "approving",
    event: z.strictObject({ ...approval, approved: z.boolean() }),
    words: ({ approved, name }) =>
      `${approved ? "approved" : "declined"} the campaign${quoted(name)}`,
  }),
  "results.export": audited({
    least: "admin",
    event: named,
    words: ({ name }) => `exported the results of${quoted(name)}`,
  }),
  "notifyurl.check": audited({
    least: "marketer",
    event: z.strictObject({ notifyurl: text, notifyurlAuthId: text }),
    words: "checked the notify URL",
  }),
} as const satisfies Record<string, ActionEntry>;
