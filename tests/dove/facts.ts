import type { ProviderFacts } from "@/lib/providers/provider-facts";

export const doveFacts = {
  kind: "dove",
  name: "Dove",
  answers: "Dove",
  platform: "android",
  devices: [{ kind: "dove", pushids: "of doves" }],
  pushid: "text",
  limit: 200,
  tooLarge: "7404",
  tags: { at: "Dove", own: ["text"] },
} as const satisfies ProviderFacts;
