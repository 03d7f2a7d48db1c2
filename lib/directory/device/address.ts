import type { DeviceInput } from "@/lib/inputs/device";
import { isBrowser } from "@/lib/interface/device-kinds";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import { hasPoint, subscriptionIn, type Subscription } from "@/lib/interface/subscription";
import { shortPushId } from "./web-subscription";

/** What a device gave cannot be sent to; `pointer` names the member, the message says what to mend. */
export class InvalidAddressError extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** What a device is sent to by: its token, or a subscription and its short id. */
export interface Address {
  pushid: string;
  subscription: Subscription | undefined;
}

/** The address that a device registers, in its one form. Throws {@link InvalidAddressError} for one that nothing can be sent to. */
export function addressOf({ kind, pushid = "", subscription }: Pick<DeviceInput, "kind" | "pushid" | "subscription">): Address {
  const key = `${kind}_pushid` as const;
  if (subscription) {
    if (!isBrowser(kind)) throw new InvalidAddressError("/subscription", `is for browsers; a device of kind ${kind} has a pushid`);
    if (!hasPoint(subscription)) throw new InvalidAddressError("/subscription/keys/p256dh", "is no point of P-256");
    return { pushid: shortPushId(subscription), subscription };
  }
  const fault = idFault(key, pushid);
  if (fault !== undefined) throw new InvalidAddressError("/pushid", fault);
  const whole = isBrowser(kind) ? subscriptionIn(pushid) : undefined;
  return whole ? { pushid: shortPushId(whole), subscription: whole } : { pushid: normalId(key, pushid), subscription: undefined };
}
