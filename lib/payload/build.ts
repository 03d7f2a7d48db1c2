import { providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { buildApns } from "./apns";
import type { PayloadContext } from "./context";
import { buildFcm } from "./fcm";
import { buildHms } from "./hms";
import type { ProviderRequest } from "./provider-request";
import { buildWebPush } from "./web-push";

/**
 * What a device of this kind is sent, byte for byte but for its push id (interface 2.4 to 2.10).
 * Pure and deterministic. Undefined when the message has no content for that kind.
 */
export function build(
  effective: EffectiveRequest,
  kind: DeviceKind,
  context: PayloadContext,
): ProviderRequest | undefined {
  const { android, ios, web, interactive } = effective.channels.push;
  const facts = { context, expiry: effective.expiry, interactive };
  switch (providerOf(kind)) {
    case "fcm":
      return android && buildFcm(android, facts);
    case "hms":
      return android && buildHms(android, facts);
    case "apns":
      return ios && buildApns(ios, facts);
    case "webpush":
      return web &&
        kind !== "android" &&
        kind !== "hms" &&
        kind !== "ios" &&
        web.platform_types.includes(kind)
        ? buildWebPush(web, kind, facts)
        : undefined;
  }
}
