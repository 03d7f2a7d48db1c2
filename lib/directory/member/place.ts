import type { Membership } from "@/lib/policy/can";

/** What somebody is in a service, as it is kept: what is granted beside the role counts for marketers alone. */
export function placeOf({ role, maySend, mayApprove }: Membership): Membership {
  const granted = role === "marketer";
  return { role, maySend: granted && maySend, mayApprove: granted && mayApprove };
}
