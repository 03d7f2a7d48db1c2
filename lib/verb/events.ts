import { z } from "zod";
import type { Action } from "@/lib/policy/actions";

const label = z.string();
const count = z.int().nonnegative();
const flag = z.boolean();
/** The role of a member in a service. */
const place = { role: label, maySend: flag, mayApprove: flag };
/** What people call a template, and its tags. */
const templateName = z.strictObject({ name: label, tags: z.array(label) });
const seen = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const appSettings = z.strictObject({
  name: label,
  iconUrl: label.nullable(),
  siteUrl: label.nullable(),
  defaultChannelId: label.nullable(),
  deepLinkScheme: label.nullable(),
  platforms: label,
  androidRendering: label,
  signedRegistration: flag,
  sharedDevices: flag,
  pushEnabled: flag,
});

/**
 * What the audit log keeps of each action: only what may be seen later. The schemas are strict, so
 * that an undeclared member, above all a secret, makes the write fail.
 */
export const events = {
  "service.create": z.strictObject({ name: label, sandbox: flag }),
  // Only what was changed.
  "service.change": z.strictObject({ before: seen, after: seen }),
  // `active` is true where it was switched on again.
  "service.deactivate": z.strictObject({ name: label, active: flag }),
  // `expiresAt` of a key that ends by itself.
  "serviceKey.create": z.strictObject({
    name: label,
    prefix: label,
    scopes: z.array(label),
    expiresAt: label.optional(),
  }),
  "serviceKey.reroll": z.strictObject({
    name: label,
    prefix: label,
    successor: label,
    overlapHours: count,
  }),
  "serviceKey.revoke": z.strictObject({ name: label, prefix: label }),
  // `secret`: which one, never what it is.
  "secret.reroll": z.strictObject({ secret: label, overlapHours: count, days: count.optional() }),
  "secret.remove": z.strictObject({ secret: label }),
  "app.create": z.strictObject({ appid: label, name: label }),
  "app.change": z.strictObject({ before: appSettings, after: appSettings }),
  // `before`, `after`: the members that are no secret, and of the secret ones only that they are
  // there, or "Replaced" (lib/describe). Nothing before the first. `checked`: its provider took it
  // before it was kept.
  "credential.save": z.strictObject({
    provider: label,
    before: seen,
    after: seen,
    checked: flag.optional(),
  }),
  "credential.check": z.strictObject({ provider: label, accepted: flag }),
  "credential.remove": z.strictObject({ provider: label }),
  "template.create": z.strictObject({ appid: label, templateId: label, name: label }),
  "template.change": z.strictObject({ before: templateName, after: templateName }),
  // What a program, the command line or an imported file wrote: `revision` of the draft.
  "template.put": z.strictObject({
    appid: label,
    templateId: label,
    name: label,
    created: flag,
    revision: count,
  }),
  "template.publish": z.strictObject({ templateId: label, version: count }),
  "template.rollBack": z.strictObject({ templateId: label, from: count.nullable(), to: count }),
  "template.archive": z.strictObject({ templateId: label, archived: flag }),
  "template.remove": z.strictObject({ templateId: label, name: label }),
  // `shared` is false where it was revoked.
  "template.share": z.strictObject({
    templateId: label,
    version: count.nullable(),
    expiresAt: label,
    shared: flag,
  }),
  "media.upload": z.strictObject({ name: label, sha256: label, bytes: count }),
  "media.change": z.strictObject({
    before: z.strictObject({ name: label }),
    after: z.strictObject({ name: label }),
  }),
  "media.remove": z.strictObject({ name: label, sha256: label }),
  // `forgotten`: its row was deleted. Not which: the log is kept when a person's data is removed.
  "device.retire": z.strictObject({ appid: label, kind: label, forgotten: flag }),
  "device.restore": z.strictObject({ appid: label, kind: label }),
  // Of some lines of a file: devices that were new, that were known, and lines that were none.
  "device.import": z.strictObject({ created: count, updated: count, faulty: count }),
  // What was handed out; of what was looked for only that something was.
  "device.export": z.strictObject({
    format: label,
    tokens: flag,
    appid: label.nullable(),
    kind: label.nullable(),
    state: label.nullable(),
    searched: flag,
  }),
  // `pseudonym`: a keyed hash, never the user id. `finished` is false where it was begun; `counts`:
  // what was changed, by what it was.
  "person.erase": z.strictObject({
    pseudonym: label,
    finished: flag,
    counts: z.record(z.string(), count),
  }),
  // Not whom: the log is kept when a person's data is removed.
  "suppression.change": z.strictObject({ kind: label, suppressed: flag, count }),
  "audience.create": z.strictObject({ name: label, recipients: count, test: flag }),
  "audience.change": z.strictObject({
    before: z.strictObject({ name: label, test: flag }),
    after: z.strictObject({ name: label, test: flag }),
  }),
  // Not whom: how many recipients were added, removed or given other values, and how many the list
  // has now. `rename`: columns have other names.
  "audience.edit": z.strictObject({
    name: label,
    how: z.enum(["add", "change", "remove", "rename", "replace"]),
    added: count,
    removed: count,
    changed: count,
    recipients: count,
  }),
  "audience.remove": z.strictObject({ name: label }),
  "audience.export": z.strictObject({ name: label, recipients: count }),
  "campaign.change": z.strictObject({
    before: z.strictObject({ name: label, state: label }),
    after: z.strictObject({ name: label, state: label }),
  }),
  // `name` of the copy, `of` the id of what was copied.
  "campaign.duplicate": z.strictObject({ name: label, of: label }),
  "campaign.send": z.strictObject({
    appids: z.array(label),
    requests: count,
    recipients: count,
    audience: label.nullable(),
  }),
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
  // `open` is false where it was withdrawn. `sha256` is of all that it is bound to.
  "campaign.ask": z.strictObject({
    name: label,
    recipients: count,
    startsAt: label.nullable(),
    sha256: label,
    open: flag,
  }),
  // `approved` is false where it was declined.
  "campaign.approve": z.strictObject({
    name: label,
    recipients: count,
    startsAt: label.nullable(),
    sha256: label,
    approved: flag,
  }),
  "results.export": z.strictObject({ name: label }),
  // Of each message of a test: it is written in the transaction that accepts it.
  "campaign.test": z.strictObject({ appid: label, recipients: count, transid: label }),
  "notifyurl.check": z.strictObject({ notifyurl: label, notifyurlAuthId: label }),
  // As those of a credential above.
  "notifyAuth.save": z.strictObject({ name: label, kind: label, before: seen, after: seen }),
  "notifyAuth.remove": z.strictObject({ name: label, kind: label }),
  // `before`, `after`: of one that was changed.
  "webhook.save": z.strictObject({
    url: label,
    kinds: z.array(label),
    notifyurlAuthId: label,
    on: flag,
    before: seen.optional(),
    after: seen.optional(),
  }),
  "webhook.remove": z.strictObject({ url: label }),
  "update.test": z.strictObject({
    kind: label,
    receiver: label,
    url: label,
    notifyurlAuthId: label,
  }),
  "update.replay": z.strictObject({ count }),
  "webhook.resume": z.strictObject({ count }),
  "inbox.open": z.strictObject({}),
  "inbox.empty": z.strictObject({ count }),
  "installationOwner.change": z.strictObject({ email: label, installationOwner: flag }),
  // `open` is false where it was revoked.
  "member.invite": z.strictObject({ email: label, ...place, expiresAt: label, open: flag }),
  // `made`: the account was made with it.
  "member.join": z.strictObject({ email: label, ...place, made: flag }),
  "member.change": z.strictObject({
    email: label,
    before: z.strictObject(place),
    after: z.strictObject(place),
  }),
  "member.remove": z.strictObject({ email: label, ...place }),
  "member.disable": z.strictObject({ email: label, disabled: flag }),
  // `used`: false when the link was made, true when a new password was set by it. `mailed`: it was
  // sent to the address of the account.
  "member.reset": z.strictObject({ email: label, used: flag, mailed: flag.optional() }),
  "member.changeSelf": z.strictObject({
    before: z.strictObject({ name: label }),
    after: z.strictObject({ name: label }),
    password: flag,
  }),
  // `factor`: app, passkey or codes; `name`, of a passkey; `change`: added, removed, renamed or
  // renewed.
  "member.changeSecondFactor": z.strictObject({
    factor: label,
    name: label.nullable(),
    change: label,
  }),
  // Somebody else's, all of it.
  "member.resetSecondFactor": z.strictObject({ email: label }),
  "member.signOut": z.strictObject({ email: label }),
  "member.endSession": z.strictObject({}),
  "member.signOutEverywhere": z.strictObject({}),
  // `secret`: whether another one was set, never what it is.
  "signOn.save": z.strictObject({ name: label, before: seen, after: seen, secret: flag }),
  "signOn.remove": z.strictObject({ name: label, issuer: label }),
  // `made`: the account was made with it.
  "signOn.link": z.strictObject({ email: label, connection: label, made: flag }),
  // `webhook`: its host, null for none; what its address says besides may let others in.
  "notice.choose": z.strictObject({
    email: flag,
    webhook: label.nullable(),
    muted: z.array(label),
  }),
  // Which events were handed out: of how long ago at most, and of whom, what and which thing.
  "audit.export": z.strictObject({
    within: label,
    person: label.nullable(),
    group: label.nullable(),
    object: label.nullable(),
    /** Whether a text was looked for; not which: it may name a person, and what is here stays. */
    searched: z.boolean(),
  }),
} as const satisfies Partial<Record<Action, z.ZodObject>>;

/** Actions whose doing is audited. */
export type Audited = keyof typeof events;
/** What is kept of one of them. */
export type EventOf<A extends Audited> = z.input<(typeof events)[A]>;

/** Writing that leaves no event, with the reason. Everything else that writes has one. */
export const exempt = {
  "audience.fill":
    "a list that is being filled is seen by nobody; closing it is audience.create, with how many it holds",
  "campaign.save": "a draft is saved with every pause in typing; who saved last is on the campaign",
  "template.save":
    "a draft is saved with every pause in typing; who saved last is on the draft, and publishing it is template.publish",
  "campaign.release": "it hastens by seconds what campaign.send has told of",
  "notice.see": "looking at one's notices changes nothing for anybody else",
  "device.register": "devices tell of themselves, thousands of times a day; the row has its times",
  "device.remove": "devices take themselves back; the row keeps when and why",
} as const satisfies Partial<Record<Exclude<Action, Audited>, string>>;

/** Actions that write without an event. */
export type Exempt = keyof typeof exempt;
