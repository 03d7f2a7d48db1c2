/**
 * The kind of a device: what its push identifiers look like and who delivers to it (interface 2.2,
 * contract 4).
 */
export const deviceKinds = ["android", "hms", "ios", "chrome", "firefox", "safari"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Who takes a push for delivery. */
export const providerKinds = ["fcm", "hms", "apns", "webpush"] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The content block of `channels.push` that a device kind shows. */
export const platforms = ["android", "ios", "web"] as const;
export type Platform = (typeof platforms)[number];

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
export const destinationKeys = [
  "userid",
  "android_pushid",
  "hms_pushid",
  "ios_pushid",
  "chrome_pushid",
  "firefox_pushid",
  "safari_pushid",
] as const satisfies readonly DestinationKey[];

const providers: Record<DeviceKind, ProviderKind> = {
  android: "fcm",
  hms: "hms",
  ios: "apns",
  chrome: "webpush",
  firefox: "webpush",
  safari: "webpush",
};

const platformOfKind: Record<DeviceKind, Platform> = {
  android: "android",
  hms: "android",
  ios: "ios",
  chrome: "web",
  firefox: "web",
  safari: "web",
};

/** The provider that delivers to devices of this kind. */
export function providerOf(kind: DeviceKind): ProviderKind {
  return providers[kind];
}

/**
 * The content block that devices of this kind show: android and hms share `android`, the browsers
 * share `web`.
 */
export function platformOf(kind: DeviceKind): Platform {
  return platformOfKind[kind];
}

/** Whether devices of this kind are browsers: what they are sent to by is a subscription. */
export function isBrowser(kind: DeviceKind): kind is WebKind {
  return providers[kind] === "webpush";
}

/** `"android_pushid"` → `"android"`; `undefined` for `userid`. */
export function kindOfKey(key: DestinationKey): DeviceKind | undefined {
  return deviceKinds.find((kind) => key === `${kind}_pushid`);
}
