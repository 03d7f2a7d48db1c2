import type { ProviderFacts } from "../provider-facts";

export const fcmFacts = {
  kind: "fcm",
  name: "Firebase",
  answers: "FCM",
  platform: "android",
  devices: [{ kind: "android", pushids: "on Android" }],
  pushid: "text",
  // Names and values of `data` and `notification`.
  limit: 4_096,
  tooLarge: "7505",
  tags: {
    at: "FCM",
    own: [
      "transid",
      "action",
      "value",
      "title",
      "body",
      "image",
      "icon",
      "channel_id",
      "category",
      "actions",
      "pushref",
    ],
    reserved: /^(?:from|message_type|collapse_key)$|^(?:[Gg][Oo][Oo][Gg][Ll][Ee]|[Gg][Cc][Mm])/,
  },
} as const satisfies ProviderFacts;
