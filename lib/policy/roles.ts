import { leastOf, type Action, type Least } from "./actions";

/** Roles that a member may have in a service, from least to most. */
export const roles = ["viewer", "marketer", "admin", "owner"] as const;
/** Viewers see, marketers compose, admins configure, owners keep members. */
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
] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];
/** What a key is for that nothing else was said of; the default of its column too. */
export const firstScopes = ["send", "status", "devices"] as const satisfies readonly Scope[];

/** From least to most; each has what those before it have. Admins have both grants. */
const leasts: Readonly<Record<Role, readonly Least[]>> = {
  viewer: ["viewer"],
  marketer: ["viewer", "marketer"],
  admin: ["viewer", "marketer", "sending", "approving", "admin"],
  owner: ["viewer", "marketer", "sending", "approving", "admin", "owner"],
};
const ofScope: Record<Scope, readonly Action[]> = {
  send: ["campaign.send"],
  // Updates are of the service's own messages, and sending them again is how a receiver catches up.
  status: ["service.view", "update.replay"],
  devices: ["device.register", "device.remove"],
  "templates:read": ["template.read"],
  "templates:write": ["template.put", "template.save"],
  "templates:publish": ["template.publish", "template.rollBack", "template.archive"],
};

/** Whether an action belongs to no service, but to the account of the member who is signed in. */
export function isOwn(action: Action): boolean {
  return leastOf[action] === "account";
}

/** Whether a role, with what is granted with it, has an action in its service. */
export function roleHas(role: Role, { maySend, mayApprove }: Grants, action: Action): boolean {
  const least = leastOf[action];
  if (leasts[role].includes(least)) return true;
  return (
    role === "marketer" &&
    ((maySend && least === "sending") || (mayApprove && least === "approving"))
  );
}

/**
 * Whether a key with a scope has an action in its service. What is seen with `status` is the
 * service's own messages.
 */
export function scopeHas(scope: Scope, action: Action): boolean {
  return ofScope[scope].includes(action);
}

/**
 * The least role that has an action in a service; undefined when no role has it. What says so to a
 * person names it.
 */
export function leastRole(action: Action): Role | undefined {
  return roles.find((role) => leasts[role].includes(leastOf[action]));
}
