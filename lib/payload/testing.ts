import type { DeviceKind } from "@/lib/interface/device-kinds";
import { checkEffective, type EffectiveRequest } from "@/lib/interface/effective";
import { pushRequestSchema, type PushRequestInput } from "@/lib/interface/request";
import { build } from "./build";
import type { PayloadContext, ProviderRequest } from "./provider-request";

/** Blocks of a message, as a caller writes them. */
export type Push = NonNullable<PushRequestInput["channels"]>["push"];

/** When the examples were accepted, milliseconds UTC. */
export const acceptedAt = Date.UTC(2026, 0, 1);
/** Their transid. */
export const transid = "0190b0a0-0000-7000-8000-000000000001";

/** What they are built with. */
export function context(
  more: Partial<PayloadContext["app"]> = {},
  now = acceptedAt,
): PayloadContext {
  return {
    transid,
    acceptedAt,
    now,
    app: { name: "Shop", bundleId: "com.example.shop", siteUrl: "https://shop.example/", ...more },
  };
}

/** An effective request of these blocks. Throws when they break a rule. */
export function effective(push: Push, more: Partial<PushRequestInput> = {}): EffectiveRequest {
  const parsed = pushRequestSchema.parse({
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: ["u"] }],
    channels: { push },
    ...more,
  });
  const result = checkEffective(parsed);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.effective;
}

/** What a device of this kind is sent of these blocks. Throws when that is nothing. */
export function built(
  push: Push,
  kind: DeviceKind,
  with_: PayloadContext = context(),
  more: Partial<PushRequestInput> = {},
): ProviderRequest {
  const request = build(effective(push, more), kind, with_);
  if (!request) throw new Error("nothing was built");
  return request;
}
