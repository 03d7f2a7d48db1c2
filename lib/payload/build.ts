import { factsOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { payloads } from "@/lib/providers/payloads";
import type { PayloadContext, ProviderRequest } from "./provider-request";

/**
 * What a device of this kind is sent, byte for byte but for its push id (interface 2.4 to 2.10).
 * Pure and deterministic. Undefined when the message has no content for that kind.
 */
export function build(
  { channels: { push }, expiry }: EffectiveRequest,
  kind: DeviceKind,
  context: PayloadContext,
): ProviderRequest | undefined {
  const { kind: provider, limit } = factsOf(kind);
  const facts = { context, expiry, interactive: push.interactive };
  const built = payloads[provider](push, kind, facts);
  return built && { provider, kind, limit, tooLarge: built.bytes > limit, ...built };
}
