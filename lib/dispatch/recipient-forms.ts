import { keptIosPushId, keptPushId } from "@/lib/directory/suppression/suppressed";
import { normalId, normalPushId } from "@/lib/interface/recipient-id";

/**
 * The forms in which a delivery may store an id that a user typed: a user's, or a device token's of
 * any kind (`delivery.destination`); of a browser's subscription its text and the short id of its
 * device.
 */
export function formsOfRecipient(typed: string): string[] {
  const token = keptPushId(typed);
  return [
    ...new Set([
      normalId("userid", typed),
      normalPushId(typed),
      token,
      keptIosPushId(typed) ?? token,
    ]),
  ];
}
