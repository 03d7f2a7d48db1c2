import { ruleIssue } from "../issue";
import { BADGE, IOS_COLLAPSE_KEY_BYTES, IOS_TIME_TO_LIVE } from "../limits";
import { notificationAction } from "../notification-action";
import {
  members,
  optionalBytes,
  optionalText,
  optionalWholeNumber,
  present,
  text,
} from "../scalars";
import { customTags } from "./customtags";

const sound = text()
  .transform((value, ctx) => {
    if (/^\s*(?:[a-z][a-z\d+.-]*:)?\/\//i.test(value) || /^\s*data:/i.test(value))
      ctx.addIssue(ruleIssue("ios.sound.url"));
    return value === "" ? undefined : value;
  })
  .meta({ description: "`default`, or the file name with extension of a sound in the app." })
  .optional();

export const iosExtrasMembers = members({
  badge: optionalWholeNumber({
    rule: "ios.badge.value",
    max: BADGE,
    description: "Number on the app's icon; 0 takes it away.",
  }),
  sound,
  time_to_live: optionalWholeNumber({
    rule: "time_to_live.value",
    max: IOS_TIME_TO_LIVE,
    unit: "seconds",
    description: "Seconds the provider keeps trying; 0 means now or never, 30 days when left out.",
  }),
  customtags: customTags("ios"),
  collapse_key: optionalBytes(
    "ios.collapse_key.bytes",
    IOS_COLLAPSE_KEY_BYTES,
    "Replaces an older undelivered message with this one.",
  ),
  attachmenturl: optionalText({ description: "URL of an image to show." }),
  notificationaction: notificationAction.optional(),
});

export const iosMembers = members({
  text: optionalText({ description: "Notification body. Required, if no template brings it." }),
  title: optionalText({ description: "Heading." }),
  extras: iosExtrasMembers.transform(present).meta({ description: "Options of ios." }).optional(),
});

/** `channels.push.ios` (interface 2.6, 2.7). */
export const iosBlock = iosMembers
  .transform(present)
  .meta({ description: "Content for ios devices." });
