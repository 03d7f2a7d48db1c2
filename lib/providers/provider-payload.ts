import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { EffectiveBlocks } from "@/lib/interface/effective";
import type { Appearance } from "@/lib/payload/appearance";
import type { MessageFacts } from "@/lib/payload/lifetime";
import type { ProviderRequest } from "@/lib/payload/provider-request";

/**
 * Returns what the provider is sent for its devices of one kind, without what its facts say;
 * undefined when the message has no content for them. Pure and deterministic.
 */
export type BuildPayload = (
  blocks: EffectiveBlocks,
  kind: DeviceKind,
  facts: MessageFacts,
) => Omit<ProviderRequest, "provider" | "kind" | "limit" | "tooLarge"> | undefined;

/** Returns what a device shows of the body and the headers of a payload, and of nothing else. */
export type ReadAppearance = (
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
) => Omit<Appearance, "kind" | "appName" | "site">;
