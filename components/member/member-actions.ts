import type { changeMember } from "@/lib/directory/member/change";
import type { disableMember } from "@/lib/directory/member/disable";
import type { MemberRow } from "@/lib/directory/member/list";
import type { removeMember } from "@/lib/directory/member/remove";
import type { createResetLink } from "@/lib/directory/member/reset";
import type { signOutMember } from "@/lib/directory/member/sign-out";
import type { resetSecondFactor } from "@/lib/directory/second-factor/reset";
import type { ActionOf } from "@/lib/verb/answer";

/** The actions on members that the signed-in member may do. */
export interface MemberActions {
  change: ActionOf<typeof changeMember>;
  remove: ActionOf<typeof removeMember>;
  disable: ActionOf<typeof disableMember>;
  /** Returns the link, once. */
  reset: ActionOf<typeof createResetLink>;
  /** Ends their sessions. */
  signOut: ActionOf<typeof signOutMember>;
  /** Takes the second factor from who lost it. */
  resetFactor: ActionOf<typeof resetSecondFactor>;
}

/** Who looks at a list of members, and what they may do. */
export interface Looker {
  id: string;
  /** Keeps the members of the service. */
  keepsMembers: boolean;
  installationOwner: boolean;
}

/**
 * The actions that a member may do to another one. On themselves, members can only leave, and only
 * an owner of the installation can change another one.
 */
export function allowed({ id, keepsMembers, installationOwner }: Looker, row: MemberRow) {
  const inService =
    keepsMembers && row.role !== null && (installationOwner || !row.installationOwner);
  const isSelf = row.id === id;
  return { change: inService && !isSelf, remove: inService, account: installationOwner && !isSelf };
}
