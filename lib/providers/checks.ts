import type { ProviderKind } from "@/lib/interface/device-kinds";
import { apnsCheck } from "./apns/check";
import type { CredentialCheck } from "./credential-check";
import { fcmCheck } from "./fcm/check";
import { hmsCheck } from "./hms/check";
import { webPushCheck } from "./web-push/check";

/** How each credential is checked. Apart from the registry, whose threads a page cannot start. */
export const checks: Record<ProviderKind, CredentialCheck> = {
  fcm: fcmCheck,
  apns: apnsCheck,
  hms: hmsCheck,
  webpush: webPushCheck,
};
