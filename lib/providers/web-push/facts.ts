import type { ProviderFacts } from "../provider-facts";

export const webPushFacts = {
  kind: "webpush",
  name: "Web Push",
  answers: "Web Push",
  platform: "web",
  devices: [
    { kind: "chrome", pushids: "of Chrome" },
    { kind: "firefox", pushids: "of Firefox" },
    { kind: "safari", pushids: "of Safari" },
  ],
  pushid: "subscription",
  // What RFC 8030 makes every push service take (4,096 bytes), less what RFC 8188 adds: header 86,
  // delimiter 1, tag 16.
  limit: 3_993,
  tooLarge: "7404",
} as const satisfies ProviderFacts;
