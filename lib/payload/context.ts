/** What a payload depends on besides the message. */
export interface PayloadContext {
  transid: string;
  /** Milliseconds UTC; times to live count from here. */
  acceptedAt: number;
  /** Milliseconds UTC. */
  now: number;
  app: {
    name: string;
    /** Where a tap on a web notification leads when the message names no page. */
    siteUrl?: string;
    iconUrl?: string;
    /** `apns-topic`: the bundle ID of the app's APNs credential. */
    bundleId?: string;
    /** auto: the system draws what it can, the app's SDK the rest; sdk, system: always that one. */
    androidRendering?: "auto" | "sdk" | "system";
    defaultChannelId?: string;
  };
}
