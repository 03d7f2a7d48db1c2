import type { z } from "zod";
import type { MemberRow } from "@/lib/directory/member/list";
import type { Answer } from "@/lib/inputs/answer";
import type {
  changeMemberSchema,
  disableMemberSchema,
  memberOfServiceSchema,
} from "@/lib/inputs/member";

/** The actions on members that the signed-in member may do. */
export interface MemberActions {
  change: (input: z.input<typeof changeMemberSchema>) => Promise<Answer<unknown>>;
  remove: (input: z.input<typeof memberOfServiceSchema>) => Promise<Answer<unknown>>;
  disable: (input: z.input<typeof disableMemberSchema>) => Promise<Answer<unknown>>;
  /** Returns the link, once. */
  reset: (input: { id: string }) => Promise<Answer<{ url: string }>>;
  /** Ends their sessions. */
  signOut: (input: { id: string }) => Promise<Answer<unknown>>;
  /** Takes the second factor from who lost it. */
  resetFactor: (input: { id: string }) => Promise<Answer<unknown>>;
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
