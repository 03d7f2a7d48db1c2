import type { DeviceInput } from "@/lib/inputs/device";
import { isBrowser } from "@/lib/interface/device-kinds";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import { hasPoint, subscriptionIn, type Subscription } from "@/lib/interface/subscription";
import { rejectInput } from "@/lib/verb/errors";
import { shortPushId } from "./subscriptions";

/** What a device is sent to by: its token, or a subscription and its short id. */
export interface Address {
  pushid: string;
  subscription: Subscription | undefined;
}

/**
 * The address that a device registers, in its one form. Throws `RefusedError`, with a pointer into
 * the device, for one that nothing can be sent to.
 */
export function addressOf({
  kind,
  pushid = "",
  subscription,
}: Pick<DeviceInput, "kind" | "pushid" | "subscription">): Address {
  const key = `${kind}_pushid` as const;
  if (subscription) {
    if (!isBrowser(kind))
      rejectInput(`is for browsers; a device of kind ${kind} has a pushid`, "/subscription");
    if (!hasPoint(subscription)) rejectInput("is no point of P-256", "/subscription/keys/p256dh");
    return { pushid: shortPushId(subscription), subscription };
  }
  const fault = idFault(key, pushid);
  if (fault !== undefined) rejectInput(fault, "/pushid");
  const whole = isBrowser(kind) ? subscriptionIn(pushid) : undefined;
  return whole
    ? { pushid: shortPushId(whole), subscription: whole }
    : { pushid: normalId(key, pushid), subscription: undefined };
}
