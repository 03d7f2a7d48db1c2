import type { PayloadContext } from "./context";

/**
 * An app as it is kept, with what the builders have to know of its credentials: what is not set is
 * null.
 */
export interface KeptApp {
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
}: KeptApp): PayloadContext["app"] {
  return {
    name,
    androidRendering,
    ...(siteUrl !== null && { siteUrl }),
    ...(iconUrl !== null && { iconUrl }),
    ...(bundleId !== null && { bundleId }),
    ...(defaultChannelId !== null && { defaultChannelId }),
  };
}
