import { keptIosPushId, keptPushId } from "@/lib/directory/suppression/suppressed";
import { normalId } from "@/lib/interface/recipient-id";

/** The forms in which a delivery may keep an id that somebody typed: a user's, or a device token's of whatever kind (`delivery.destination`). */
export function formsOfRecipient(typed: string): string[] {
  return [...new Set([normalId("userid", typed), keptPushId(typed), keptIosPushId(typed) ?? keptPushId(typed)])];
}
