import { z } from "zod";
import { ruleIssue, wordIssue } from "../issue";
import { ANDROID_TIME_TO_LIVE } from "../limits";
import { notificationAction } from "../notification-action";
import { members, optionalText, optionalWholeNumber, present } from "../scalars";
import { customTags } from "./customtags";

const delayWhileIdle = z
  .union([z.boolean(), z.string()], { error: wordIssue })
  .transform((value, ctx) => {
    if (typeof value === "boolean") return value;
    const lower = value.toLowerCase();
    if (lower !== "true" && lower !== "false" && lower !== "")
      ctx.addIssue(ruleIssue("android.delay_while_idle.value"));
    return lower === "" ? undefined : lower === "true";
  })
  .meta({
    description: "Deprecated: `true` delays delivery while the device is idle.",
    deprecated: true,
    anyOf: [{ type: "boolean" }, { enum: ["true", "false", ""] }],
  })
  .optional();

// Ignored (interface 2.5), so a value of any type is accepted.
const sound = z
  .unknown()
  .transform((value) => (typeof value === "string" && value !== "" ? value : undefined))
  .meta({ description: "Discontinued: ignored whatever its value.", deprecated: true })
  .optional();

export const androidExtrasMembers = members({
  collapse_key: optionalText({
    description:
      "Letters and digits. Of several waiting messages with the same key only the latest is delivered.",
  }),
  time_to_live: optionalWholeNumber({
    rule: "time_to_live.value",
    max: ANDROID_TIME_TO_LIVE,
    unit: "seconds",
    description: "Seconds the provider keeps trying; 0 means now or never, 4 weeks when left out.",
  }),
  sound,
  delay_while_idle: delayWhileIdle,
  customtags: customTags("android"),
  notificationaction: notificationAction.optional(),
  iconurl: optionalText({ description: "URL of the notification's icon." }),
  notificationChannelId: optionalText({
    description: "Notification channel on the device; the app's default channel when left out.",
  }),
});

export const androidMembers = members({
  text: optionalText({ description: "Notification body. Required, if no template brings it." }),
  title: optionalText({ description: "Heading." }),
  extras: androidExtrasMembers
    .transform(present)
    .meta({ description: "Options of android." })
    .optional(),
});

/** `channels.push.android`: what android and hms devices show (interface 2.4, 2.5). */
export const androidBlock = androidMembers
  .transform(present)
  .meta({ description: "Content for android and hms devices." });
