import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import type { PayloadContext } from "@/lib/payload/build";
import { newAttempt, type Attempt } from "./attempt";
import { noReach, type Reach } from "./reach";
import { blockFrom, type SharedText } from "./shared-text";

/** What the composer knows of an app. */
export interface ComposerApp {
  appid: string;
  serviceId: string;
  name: string;
  siteUrl: string | null;
  iconUrl: string | null;
  bundleId: string | null;
  androidRendering: "auto" | "sdk" | "system";
  defaultChannelId: string | null;
  sandbox: boolean;
  /** Those it has a credential for. */
  providers: readonly ProviderKind[];
  /** How its service reads the 4 KB (contract 3). */
  sizeRule: "body" | "message";
  /** Its service calls https notify URLs only. */
  httpsOnly: boolean;
}

/** A message in the making: the request that is edited, what is written for all platforms, who it goes to beyond that, and the name under which it is sent. */
export interface Composition {
  request: PushRequestInput;
  shared: SharedText;
  reach: Reach;
  attempt: Attempt;
}

/** Users of the sandbox; between them they have a device of each kind. */
export const sandboxUsers = ["user-1", "user-2", "user-3"] as const;

/** The composition to begin with: for the sandbox an example that can be sent at once, else an empty one on every platform. */
export function freshComposition(app: ComposerApp | undefined): Composition {
  const shared: SharedText = app?.sandbox
    ? {
        title: "Your parcel is on its way 📦",
        text: "It left our warehouse this morning and should be with you before six. Tap to follow it on the map.",
        image: "",
      }
    : { title: "", text: "", image: "" };
  const { web } = blockFrom("web", shared);
  return {
    request: {
      deliverychannel: "push",
      appid: app?.appid ?? "",
      destination: [{ userid: app?.sandbox ? [...sandboxUsers] : [] }],
      channels: {
        push: {
          ...blockFrom("android", shared),
          ...blockFrom("ios", shared),
          web: { ...web, ...(app?.sandbox && { actiontext: "Follow it" }) },
        },
      },
    },
    shared,
    reach: noReach,
    attempt: newAttempt(),
  };
}

/** What the payload builder is told of an app. */
export function payloadApp(app: ComposerApp): PayloadContext["app"] {
  const { name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId } = app;
  return {
    name,
    androidRendering,
    ...(siteUrl !== null && { siteUrl }),
    ...(iconUrl !== null && { iconUrl }),
    ...(bundleId !== null && { bundleId }),
    ...(defaultChannelId !== null && { defaultChannelId }),
  };
}
