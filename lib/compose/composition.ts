import { newNonce, type Attempt } from "@/lib/editor/attempt";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import type { StoredApp } from "@/lib/payload/app-facts";
import type { Sender } from "@/lib/template/review-request";
import { noReach, type Reach } from "./reach";
import { blockFrom, type SharedText } from "./shared-text";

/** What the composer knows of an app. */
export interface ComposerApp extends StoredApp, Sender {
  appid: string;
  serviceId: string;
  /** Its service sends nothing while it is switched off. */
  serviceActive: boolean;
  sandbox: boolean;
  /** How its service reads the 4 KB (contract 3). */
  sizeRule: "body" | "message";
  /** What is offered for it. */
  platforms: readonly Platform[];
  /** Of addresses that open a place in it; null where unknown. */
  deepLinkScheme: string | null;
  /** Its service calls https notify URLs only. */
  httpsOnly: boolean;
  /** The installation's public address, whose inboxes may be http. */
  origin?: string;
  /** Authentications for notify URLs that its service has; null or absent where unknown. */
  notifyAuths?: readonly string[] | null;
}

/**
 * A message in the making: the request that is edited, what is written for all platforms, who it
 * goes to beyond that, and the name under which it is sent.
 */
export interface Composition {
  request: PushRequestInput;
  shared: SharedText;
  reach: Reach;
  attempt: Attempt;
}

/** Users of the sandbox; between them they have a device of each kind. */
export const sandboxUsers = ["user-1", "user-2", "user-3"] as const;

/** Nothing yet, on every platform of an app. */
export function emptyComposition(appid: string, on: readonly Platform[] = platforms): Composition {
  return compositionOf(appid, [], { title: "", text: "", image: "" }, on);
}

/** A message that says what a template of the app says. */
export function templateComposition(appid: string, template: string): Composition {
  const { channels: _, ...request } = emptyComposition(appid).request;
  return { ...emptyComposition(appid), request: { ...request, message: { template } } };
}

/**
 * A message to the devices of the sandbox that can be sent at once. All that it says is in sight on
 * tab All: nothing of it travels unseen with what is written over it.
 */
export function exampleComposition(appid: string): Composition {
  return compositionOf(appid, sandboxUsers, {
    title: "Your parcel is on its way 📦",
    text: "It left our warehouse this morning and should be with you before six. Tap to follow it on the map.",
    image: "",
  });
}

function compositionOf(
  appid: string,
  userid: readonly string[],
  shared: SharedText,
  on: readonly Platform[] = platforms,
): Composition {
  return {
    request: {
      deliverychannel: "push",
      appid,
      destination: [{ userid: [...userid] }],
      channels: { push: Object.assign({}, ...on.map((platform) => blockFrom(platform, shared))) },
    },
    shared,
    reach: noReach,
    attempt: { nonce: newNonce() },
  };
}
