import type { DeviceKind, ProviderKind } from "@/lib/interface/device-kinds";

/** Something of the message that does not reach this kind of device, and why. */
export interface IgnoredField {
  /** Path below `channels.push`, e.g. `android.extras.sound`. */
  field: string;
  reason: string;
}

/**
 * What a provider is sent for one kind of device: everything but who it goes to. Previews and
 * dispatch both get it here.
 */
export interface ProviderRequest {
  provider: ProviderKind;
  kind: DeviceKind;
  /** Names in lower case. */
  headers: Record<string, string>;
  /**
   * Web Push: what waiting messages are replaced by (RFC 8030 5.4), at push services that do so.
   */
  topic?: string;
  /**
   * JSON text. FCM: `message.token` is `""`, HMS: `message.token` is `[]`, until a token is spliced
   * in. Web Push: the plain text.
   */
  body: string;
  /**
   * UTF-8 bytes as the provider counts them: FCM keys and values of data and notification, HMS the
   * body without tokens, else the body.
   */
  bytes: number;
  limit: number;
  tooLarge: boolean;
  /** How long the provider may keep it, bounded by `time_to_live` and `expiry`. */
  ttlSeconds: number;
  ignored: IgnoredField[];
}

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
