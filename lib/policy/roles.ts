/**
 * Who has an action: the least role that has it in its service; `sending` and `approving`, an admin
 * or a marketer with that grant; `installation`, owners of the installation alone; `account`, every
 * signed-in member for their own account.
 */
export type LeastRole =
  | "viewer"
  | "marketer"
  | "sending"
  | "approving"
  | "admin"
  | "owner"
  | "installation"
  | "account";

/** Roles that a member may have in a service, from least to most. */
export const roles = ["viewer", "marketer", "admin", "owner"] as const;
/** Viewers see, marketers compose, admins configure, owners manage members. */
export type Role = (typeof roles)[number];

/** What is granted to a marketer with the role. Admins and owners have both. */
export interface Grants {
  maySend: boolean;
  mayApprove: boolean;
}

/** What a service key may be for. */
export const scopes = [
  "send",
  "status",
  "devices",
  "templates:read",
  "templates:write",
  "templates:publish",
  "users",
  "segments",
  "campaigns",
] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];
/** The scopes of a key that names none; the default of its column too. */
export const firstScopes = ["send", "status", "devices"] as const satisfies readonly Scope[];

/** From least to most; each has what those before it have. Admins have both grants. */
const leasts: Readonly<Record<Role, readonly LeastRole[]>> = {
  viewer: ["viewer"],
  marketer: ["viewer", "marketer"],
  admin: ["viewer", "marketer", "sending", "approving", "admin"],
  owner: ["viewer", "marketer", "sending", "approving", "admin", "owner"],
};

/** Returns whether a role, with its grants, has the actions of a least role in its service. */
export function roleHas(role: Role, { maySend, mayApprove }: Grants, least: LeastRole): boolean {
  if (leasts[role].includes(least)) return true;
  return (
    role === "marketer" &&
    ((maySend && least === "sending") || (mayApprove && least === "approving"))
  );
}

/** Returns the first role with the actions of a least role; undefined when no role has them. */
export function firstRoleWith(least: LeastRole): Role | undefined {
  return roles.find((role) => leasts[role].includes(least));
}
