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
