import { KindIcon, kindName } from "@/components/facts/kind-icon";
import {
  deviceKinds,
  platformOf,
  providerOf,
  type Platform,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";

/** Whether a provider delivers to one of these platforms. */
export function deliversTo(provider: ProviderKind, platforms: readonly Platform[]): boolean {
  return deviceKinds.some(
    (kind) => providerOf(kind) === provider && platforms.includes(platformOf(kind)),
  );
}

/** A provider's whole name. */
export function providerName(provider: ProviderKind): string {
  return providers[provider].label;
}

const firstKind = (provider: ProviderKind) =>
  deviceKinds.find((kind) => providerOf(kind) === provider) ?? "android";

/** The devices that a provider delivers to: "Android", "Chrome, Firefox and Safari". */
export function devicesOf(provider: ProviderKind): string {
  const names = deviceKinds.filter((kind) => providerOf(kind) === provider).map(kindName);
  return names.length > 1
    ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
    : (names[0] ?? "");
}

/** A small picture of the devices that a provider delivers to. Decoration. */
export function ProviderIcon({
  provider,
  className = "text-ink-faint",
}: {
  provider: ProviderKind;
  className?: string;
}) {
  return (
    <KindIcon kind={provider === "webpush" ? "web" : firstKind(provider)} className={className} />
  );
}
