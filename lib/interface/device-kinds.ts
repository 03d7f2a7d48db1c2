import { providerFacts } from "@/lib/providers/facts";

type Facts = (typeof providerFacts)[number];

/** Providers, in the order in which people think of them. */
export const providerKinds = providerFacts.map(({ kind }) => kind);
/** Who takes a push for delivery. */
export type ProviderKind = Facts["kind"];

/** The content block of `channels.push` that a device kind shows. */
export const platforms = ["android", "ios", "web"] as const satisfies readonly Facts["platform"][];
export type Platform = (typeof platforms)[number];

/** The devices of all providers by platform, in the order of interface 2.2. */
export const devices = platforms.flatMap((platform) =>
  providersOf(platform).flatMap((facts) => facts.devices),
);
/**
 * The kind of a device: what its push identifiers look like and who delivers to it (interface 2.2,
 * contract 4).
 */
export const deviceKinds = devices.map(({ kind }) => kind);
export type DeviceKind = Facts["devices"][number]["kind"];

/** Browser kinds that `web.platform_types` may name (interface 2.8). */
export const webKinds = ["chrome", "firefox", "safari"] as const satisfies readonly DeviceKind[];
export type WebKind = (typeof webKinds)[number];

/** Mobile platforms that `interactive.device_types` may name (interface 2.10). */
export const mobilePlatforms = ["android", "ios"] as const satisfies readonly Platform[];
export type MobilePlatform = (typeof mobilePlatforms)[number];

/** A key of a destination entry that holds push identifiers. */
export type PushidKey = `${DeviceKind}_pushid`;
/** A key of a destination entry: users, or push identifiers of one kind. */
export type DestinationKey = "userid" | PushidKey;

/**
 * Every id key of a destination entry, in the order of interface 2.2; `safari_pushid` by contract
 * 4.
 */
export const destinationKeys: readonly DestinationKey[] = [
  "userid",
  ...deviceKinds.map((kind) => `${kind}_pushid` as const),
];

const factsByKind = Object.fromEntries(
  providerFacts.flatMap((facts) => facts.devices.map(({ kind }) => [kind, facts])),
) as Record<DeviceKind, Facts>;

/** The facts of the provider that delivers to devices of this kind. */
export function factsOf(kind: DeviceKind): Facts {
  return factsByKind[kind];
}

/** The providers whose devices show the content block of a platform. */
export function providersOf(platform: Platform): readonly Facts[] {
  return providerFacts.filter((facts) => facts.platform === platform);
}

/** The provider that delivers to devices of this kind. */
export function providerOf(kind: DeviceKind): ProviderKind {
  return factsByKind[kind].kind;
}

/**
 * The content block that devices of this kind show: android and hms share `android`, the browsers
 * share `web`.
 */
export function platformOf(kind: DeviceKind): Platform {
  return factsByKind[kind].platform;
}

/** Whether devices of this kind are browsers: what they are sent to by is a subscription. */
export function isBrowser(kind: DeviceKind): kind is WebKind {
  return factsByKind[kind].pushid === "subscription";
}

/** `"android_pushid"` → `"android"`; `undefined` for `userid`. */
export function kindOfKey(key: DestinationKey): DeviceKind | undefined {
  return deviceKinds.find((kind) => key === `${kind}_pushid`);
}

type Names = Readonly<Record<ProviderKind, string>>;
const namesBy = (member: "name" | "answers") =>
  Object.fromEntries(providerFacts.map((facts) => [facts.kind, facts[member]])) as Names;

/**
 * The name of each provider in sentences of the console. The whole name is the `label` of its
 * credential (`lib/providers/credentials`).
 */
export const providerNames = namesBy("name");
/** How the reasons of outcomes name each provider. */
export const answerNames = namesBy("answers");
