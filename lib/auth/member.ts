/** What members may do, from least to most. */
export const roles = ["viewer", "marketer", "admin", "owner"] as const;
/** A member's role: viewer sees, marketer sends, admin configures, owner keeps members. */
export type Role = (typeof roles)[number];

/** A person who signs in. */
export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** Who does something: verbs take it first, the audit trail keeps it. */
export type Actor = { kind: "member"; member: Member } | { kind: "serviceKey"; serviceId: string } | { kind: "job"; name: string };

/** The member's role does not allow it. */
export class ForbiddenError extends Error {}

/** Whether a role includes another. */
export function includesRole(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}

/** Throws {@link ForbiddenError} unless the member has at least that role. */
export function assertRole(member: Member, wanted: Role): void {
  if (!includesRole(member.role, wanted)) throw new ForbiddenError(`This needs the role ${wanted}; you are ${member.role}.`);
}
