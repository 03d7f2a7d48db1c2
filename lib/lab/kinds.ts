/** The kind of a simulated device. */
export type LabKind = "android" | "hms" | "ios" | "chrome" | "firefox" | "safari";

/** The service through which a device is reached. */
export type LabProvider = "fcm" | "apns" | "hms" | "webpush";

/** In the order of their ports. */
export const labProviders = [
  "fcm",
  "apns",
  "hms",
  "webpush",
] as const satisfies readonly LabProvider[];

const providers: Record<LabKind, LabProvider> = {
  android: "fcm",
  hms: "hms",
  ios: "apns",
  chrome: "webpush",
  firefox: "webpush",
  safari: "webpush",
};

/** The service that reaches devices of a kind. */
export function providerOfKind(kind: LabKind): LabProvider {
  return providers[kind];
}
