import type { ProviderKind } from "@/lib/interface/device-kinds";
import { readApns } from "./apns/appearance";
import { readFcm } from "./fcm/appearance";
import { readHms } from "./hms/appearance";
import type { ReadAppearance } from "./provider-payload";
import { readWebPush } from "./web-push/appearance";

/** What devices show of a payload of each provider. */
export const appearances: Record<ProviderKind, ReadAppearance> = {
  fcm: readFcm,
  apns: readApns,
  hms: readHms,
  webpush: readWebPush,
};
