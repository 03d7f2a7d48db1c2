import { z } from "zod";
import { text } from "./text";
import { calledUrl } from "./webhook";

/** The notices that a member gets, by what they concern. */
export const noticeKinds = ["credential", "campaign", "approval", "receiver", "key"] as const;
/** One of {@link noticeKinds}. */
export type NoticeKind = (typeof noticeKinds)[number];

/** What each kind is about, for the member who chooses. */
export const noticeWords: Record<NoticeKind, { label: string; hint: string }> = {
  credential: {
    label: "A provider refuses an app’s credential",
    hint: "For members who may change credentials.",
  },
  campaign: {
    label: "A campaign failed, was refused in part, or missed its time",
    hint: "For members who may send.",
  },
  approval: {
    label: "A send waits for approval, or yours was decided",
    hint: "For members who may approve, and the member who asked.",
  },
  receiver: {
    label: "Delivery updates were parked, or a webhook was switched off",
    hint: "For members who may send updates again.",
  },
  key: { label: "A service key is about to expire", hint: "For members who may replace keys." },
};

/** Until when a member has seen the notices. */
export const seenNoticesSchema = z.strictObject({ until: z.iso.datetime() });

const webhook = z.union([z.literal(""), calledUrl], {
  error: "an address is needed that begins with https:// or http://, without spaces",
});

/**
 * How a member wants to be notified. `webhook`: "" leaves the stored address, which is never shown
 * again.
 */
export const noticeSettingsSchema = z.strictObject({
  email: z.boolean(),
  webhook,
  /** Of what they want to hear beyond the console. */
  kinds: z.strictObject({
    credential: z.boolean(),
    campaign: z.boolean(),
    approval: z.boolean(),
    receiver: z.boolean(),
    key: z.boolean(),
  } satisfies Record<NoticeKind, z.ZodBoolean>),
});
export type NoticeSettingsWritten = z.input<typeof noticeSettingsSchema>;

/** The ways in which a notice leaves the console. */
export const noticeWays = ["email", "webhook"] as const;
/** One of {@link noticeWays}. */
export type NoticeWay = (typeof noticeWays)[number];

/** A way to try. */
export const tryNoticeSchema = z.strictObject({ way: z.enum(noticeWays) });

/** A notice as it is stored from its detection until it is sent. */
export const noticeTextSchema = z.object({
  title: text(500),
  body: text(2_000),
  service: text(500),
  href: text(500),
  at: z.iso.datetime(),
});
