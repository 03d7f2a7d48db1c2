import type { ProviderKind } from "./device-kinds";

/**
 * The name of each provider in sentences of the console. The whole name is the `label` of its
 * credential (`lib/describe/providers`).
 */
export const providerNames: Readonly<Record<ProviderKind, string>> = {
  fcm: "Firebase",
  apns: "Apple",
  hms: "Huawei",
  webpush: "Web Push",
};
