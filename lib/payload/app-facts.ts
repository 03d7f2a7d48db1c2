import type { PayloadContext } from "./provider-request";

/** A stored app, with the parts of its credentials that the builders need; null where not set. */
export interface StoredApp {
  name: string;
  siteUrl: string | null;
  iconUrl: string | null;
  bundleId: string | null;
  androidRendering: "auto" | "sdk" | "system";
  defaultChannelId: string | null;
}

/** The facts of an app for the builders: previews and dispatch both ask here. */
export function appFacts({
  name,
  siteUrl,
  iconUrl,
  bundleId,
  androidRendering,
  defaultChannelId,
}: StoredApp): PayloadContext["app"] {
  return {
    name,
    androidRendering,
    ...(siteUrl !== null && { siteUrl }),
    ...(iconUrl !== null && { iconUrl }),
    ...(bundleId !== null && { bundleId }),
    ...(defaultChannelId !== null && { defaultChannelId }),
  };
}
