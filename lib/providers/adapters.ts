import type { ProviderKind } from "@/lib/interface/device-kinds";
import { openApns } from "./apns/adapter";
import { openFcm } from "./fcm/adapter";
import { openHms } from "./hms/adapter";
import type { OpenProvider } from "./provider";
import { openWebPush } from "./web-push/adapter";

/** How each provider is opened. */
export const adapters: Record<ProviderKind, OpenProvider> = {
  fcm: openFcm,
  apns: openApns,
  hms: openHms,
  webpush: openWebPush,
};
