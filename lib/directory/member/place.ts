import type { Membership } from "@/lib/policy/can";

/**
 * The stored role of a member in a service: the rights that come with it count for marketers alone.
 */
export function placeOf({ role, maySend, mayApprove }: Membership): Membership {
  const granted = role === "marketer";
  return { role, maySend: granted && maySend, mayApprove: granted && mayApprove };
}
