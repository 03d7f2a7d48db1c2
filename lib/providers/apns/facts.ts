import type { ProviderFacts } from "../provider-facts";

export const apnsFacts = {
  kind: "apns",
  name: "Apple",
  answers: "APNs",
  platform: "ios",
  devices: [{ kind: "ios", pushids: "on iOS" }],
  pushid: "digits",
  limit: 4_096,
  tooLarge: "7510",
  tags: {
    at: "Apple",
    own: ["aps", "transid", "action", "value", "attachmenturl", "actions", "pushref"],
  },
} as const satisfies ProviderFacts;
