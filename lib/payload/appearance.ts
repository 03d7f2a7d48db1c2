import type { DeviceKind, ProviderKind } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/effective";

/** What a device makes of a push: read from what the provider was sent, and from nothing else. */
export interface Appearance {
  kind: DeviceKind;
  transid?: string;
  appName: string;
  title?: string;
  text: string;
  imageUrl?: string;
  iconUrl?: string;
  /** Host of the site that a browser subscribed on, for browsers alone. */
  site?: string;
  badge?: number;
  sound?: string;
  channelId?: string;
  collapseKey?: string;
  ttlSeconds?: number;
  buttons: {
    identifier: string;
    label: string;
    action?: string;
    value?: string;
    reply?: boolean;
  }[];
  tap: { action: string; value?: string };
  pushref?: string;
  customtags: Record<string, JsonValue>;
}

/** A request to a provider as far as a device sees it. Header names in lower case. */
export interface VisibleRequest {
  provider: ProviderKind;
  kind: DeviceKind;
  headers: Record<string, string>;
  body: string;
}
