import { dropUserInfo } from "@/lib/interface/url";
import type { PayloadContext } from "./context";

/** An app as it is kept, with what the builders have to know of its credentials: what is not set is null. */
export interface KeptApp {
  name: string;
  siteUrl: string | null;
  iconUrl: string | null;
  bundleId: string | null;
  androidRendering: "auto" | "sdk" | "system";
  defaultChannelId: string | null;
}

/** The facts of an app for the builders: previews and dispatch both ask here. A password that is still kept in one of its addresses goes to no device. */
export function appFacts({ name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId }: KeptApp): PayloadContext["app"] {
  return {
    name,
    androidRendering,
    ...(siteUrl !== null && { siteUrl: dropUserInfo(siteUrl) }),
    ...(iconUrl !== null && { iconUrl: dropUserInfo(iconUrl) }),
    ...(bundleId !== null && { bundleId }),
    ...(defaultChannelId !== null && { defaultChannelId }),
  };
}
