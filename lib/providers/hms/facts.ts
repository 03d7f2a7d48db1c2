import type { ProviderFacts } from "../provider-facts";

export const hmsFacts = {
  kind: "hms",
  name: "Huawei",
  answers: "HMS",
  platform: "android",
  devices: [{ kind: "hms", pushids: "on the alternative Android push provider" }],
  pushid: "text",
  // The body without its tokens.
  limit: 4_096,
  tooLarge: "7548",
  tags: {
    at: "Huawei",
    own: ["transid", "action", "value", "icon", "image", "category", "actions", "pushref"],
  },
} as const satisfies ProviderFacts;
