import { isBrowser, type DeviceKind, type ProviderKind } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/effective";
import { parseUrl } from "@/lib/interface/url";
import { membersOf } from "@/lib/interface/value-shape";
import { appearances } from "@/lib/providers/appearances";
import { optional } from "./members";

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

/**
 * What a device shows of a payload. Drawn by the composer's previews and by the sandbox's devices
 * alike. Throws `SyntaxError` for a body that is not JSON.
 */
export function appearance(
  sent: VisibleRequest,
  app: { name: string; iconUrl?: string | null; siteUrl?: string | null },
): Appearance {
  const read = appearances[sent.provider](membersOf(JSON.parse(sent.body)), sent.headers);
  const icon = read.iconUrl ?? app.iconUrl ?? undefined;
  const site = isBrowser(sent.kind) ? hostOf(app.siteUrl) : undefined;
  return {
    kind: sent.kind,
    appName: app.name,
    ...read,
    ...optional("iconUrl", icon),
    ...optional("site", site),
  };
}

function hostOf(url: string | null | undefined): string | undefined {
  return (url && parseUrl(url)?.host) || undefined;
}
