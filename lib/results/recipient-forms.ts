import { applePushId, normalId, normalPushId } from "@/lib/interface/recipient-id";

/** The forms in which a delivery may keep an id that somebody typed: a user's, or a device token's of whatever kind (`delivery.destination`). */
export function formsOfRecipient(typed: string): string[] {
  const token = normalPushId(typed);
  return [...new Set([normalId("userid", typed), token, applePushId(typed) ?? token])];
}
