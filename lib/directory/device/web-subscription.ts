import { createHash } from "node:crypto";
import type { Subscription } from "@/lib/interface/subscription";

/**
 * The short push id of a subscription: the same endpoint has the same id, always. 176 bits of a
 * hash.
 */
export function shortPushId(subscription: Subscription): string {
  return `w_${createHash("sha256").update(subscription.endpoint).digest("base64url").slice(0, 30)}`;
}
