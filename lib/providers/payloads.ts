import type { ProviderKind } from "@/lib/interface/device-kinds";
import { buildApns } from "./apns/payload";
import { buildFcm } from "./fcm/payload";
import { buildHms } from "./hms/payload";
import type { BuildPayload } from "./provider-payload";
import { buildWebPush } from "./web-push/payload";

/** What each provider is sent. */
export const payloads: Record<ProviderKind, BuildPayload> = {
  fcm: buildFcm,
  apns: buildApns,
  hms: buildHms,
  webpush: buildWebPush,
};
