import { z } from "zod";
import type { Action } from "@/lib/policy/actions";

const label = z.string();
const count = z.int().nonnegative();
const flag = z.boolean();
const seen = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * What the audit log keeps of each action: only what may be seen later. The schemas are strict, so that a member that nobody meant to keep, a secret
 * above all, fails where it is written.
 */
export const events = {
  "service.create": z.strictObject({ name: label, sandbox: flag }),
  "serviceKey.create": z.strictObject({ name: label, prefix: label, scopes: z.array(label) }),
  "app.create": z.strictObject({ appid: label, name: label }),
  // `credential`: the members that are no secret, and of the secret ones only that they are there (lib/describe).
  "credential.save": z.strictObject({ provider: label, credential: seen }),
  "template.publish": z.strictObject({ templateId: label, version: count }),
  "template.rollBack": z.strictObject({ templateId: label, from: count.nullable(), to: count }),
  "template.archive": z.strictObject({ templateId: label, archived: flag }),
  "audience.create": z.strictObject({ name: label, recipients: count, test: flag }),
  "audience.change": z.strictObject({
    before: z.strictObject({ name: label, test: flag }),
    after: z.strictObject({ name: label, test: flag }),
  }),
  "audience.remove": z.strictObject({ name: label }),
  "audience.export": z.strictObject({ name: label, recipients: count }),
  "campaign.change": z.strictObject({
    before: z.strictObject({ name: label, state: label }),
    after: z.strictObject({ name: label, state: label }),
  }),
  "campaign.send": z.strictObject({ appids: z.array(label), requests: count, recipients: count, audience: label.nullable() }),
  "campaign.undo": z.strictObject({ name: label }),
  "campaign.schedule": z.strictObject({
    name: label,
    startsAt: label,
    timezone: label,
    requests: count,
    recipients: count,
    audience: label.nullable(),
  }),
  "campaign.unschedule": z.strictObject({ name: label }),
  "campaign.stop": z.strictObject({ name: label, requests: count, answered: count }),
  "results.export": z.strictObject({ name: label }),
  // Of each message of a test: it is written in the transaction that accepts it.
  "campaign.test": z.strictObject({ appid: label, recipients: count, transid: label }),
  "notifyurl.check": z.strictObject({ notifyurl: label, notifyurlAuthId: label }),
  "update.replay": z.strictObject({ count }),
  "webhook.resume": z.strictObject({ count }),
  "installationOwner.change": z.strictObject({ email: label, installationOwner: flag }),
  "member.signOutEverywhere": z.strictObject({}),
} as const satisfies Partial<Record<Action, z.ZodObject>>;

/** Actions whose doing is audited. */
export type Audited = keyof typeof events;
/** What is kept of one of them. */
export type EventOf<A extends Audited> = z.input<(typeof events)[A]>;

/** Writing that leaves no event, with the reason. Everything else that writes has one. */
export const exempt = {
  "audience.fill": "a list that is being filled is seen by nobody; closing it is audience.create, with how many it holds",
  "campaign.save": "a draft is saved with every pause in typing; who saved last is on the campaign",
  "template.save": "a draft is saved with every pause in typing; who saved last is on the draft, and publishing it is template.publish",
  "campaign.release": "it hastens by seconds what campaign.send has told of",
  "device.register": "devices tell of themselves, thousands of times a day; the row has its times",
  "device.remove": "devices take themselves back; the row keeps when and why",
} as const satisfies Partial<Record<Exclude<Action, Audited>, string>>;

/** Actions that write without an event. */
export type Exempt = keyof typeof exempt;
