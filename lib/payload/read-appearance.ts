import { isBrowser } from "@/lib/interface/device-kinds";
import { parseUrl } from "@/lib/interface/url";
import { membersOf } from "@/lib/interface/value-shape";
import { appearances } from "@/lib/providers/appearances";
import type { Appearance, VisibleRequest } from "./appearance";
import { optional } from "./members";

/**
 * Returns what a device shows of a payload, for the composer's previews and the sandbox's devices
 * alike. Throws `SyntaxError` for a body that is not JSON.
 */
export function readAppearance(
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
