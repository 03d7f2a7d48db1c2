import type { Action } from "./actions";

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
export const scopes = ["send", "status", "devices", "templates:read", "templates:write", "templates:publish"] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];
/** What a key is for that nothing else was said of; the default of its column too. */
export const firstScopes = ["send", "status", "devices"] as const satisfies readonly Scope[];

const viewer = ["service.view", "template.read"] as const satisfies readonly Action[];
const marketer = [
  ...viewer,
  "campaign.save",
  "campaign.change",
  "campaign.test",
  "audience.fill",
  "audience.create",
  "audience.change",
  "audience.edit",
  "audience.remove",
  "notifyurl.check",
  "template.save",
  "template.share",
  "media.upload",
  "media.change",
  "media.remove",
] as const satisfies readonly Action[];
const sending = [
  "campaign.send",
  "campaign.undo",
  "campaign.release",
  "campaign.schedule",
  "campaign.unschedule",
  "campaign.stop",
  "campaign.ask",
] as const satisfies readonly Action[];
const approving = ["campaign.approve"] as const satisfies readonly Action[];
const admin = [
  ...marketer,
  ...sending,
  ...approving,
  "template.publish",
  "template.rollBack",
  "template.archive",
  "template.remove",
  "app.create",
  "app.change",
  "credential.save",
  "credential.check",
  "credential.remove",
  "serviceKey.create",
  "serviceKey.reroll",
  "serviceKey.revoke",
  "secret.reroll",
  "secret.remove",
  "notifyAuth.save",
  "notifyAuth.remove",
  "webhook.save",
  "webhook.remove",
  "webhook.resume",
  "inbox.open",
  "inbox.empty",
  "update.replay",
  "update.test",
  "device.register",
  "device.remove",
  "device.retire",
  "device.restore",
  "device.import",
  "device.export",
  "suppression.change",
  "service.change",
  "values.read",
  "results.export",
  "audience.export",
] as const satisfies readonly Action[];
const owner = [
  ...admin,
  "member.invite",
  "member.change",
  "member.remove",
  "audit.read",
  "audit.export",
  "person.erase",
  "service.deactivate",
] as const satisfies readonly Action[];

const ofRole: Record<Role, ReadonlySet<Action>> = {
  viewer: new Set(viewer),
  marketer: new Set(marketer),
  admin: new Set(admin),
  owner: new Set(owner),
};
const ofScope: Record<Scope, readonly Action[]> = {
  send: ["campaign.send"],
  // Updates are of the service's own messages, and sending them again is how a receiver catches up.
  status: ["service.view", "update.replay"],
  devices: ["device.register", "device.remove"],
  "templates:read": ["template.read"],
  "templates:write": ["template.save"],
  "templates:publish": ["template.publish", "template.rollBack", "template.archive"],
};

/** Actions that belong to no service: who is signed in keeps their own account; all else is for owners of the installation. */
export const ownActions: ReadonlySet<Action> = new Set<Action>([
  "member.join",
  "member.changeSelf",
  "member.endSession",
  "member.changeSecondFactor",
  "member.signOutEverywhere",
  "notice.see",
  "notice.choose",
]);

/** Whether a role, with what is granted with it, has an action in its service. */
export function roleHas(role: Role, { maySend, mayApprove }: Grants, action: Action): boolean {
  if (ofRole[role].has(action)) return true;
  if (role !== "marketer") return false;
  return (maySend && (sending as readonly Action[]).includes(action)) || (mayApprove && (approving as readonly Action[]).includes(action));
}

/** Whether a key with a scope has an action in its service. What is seen with `status` is the service's own messages. */
export function scopeHas(scope: Scope, action: Action): boolean {
  return ofScope[scope].includes(action);
}

/** The least role that has an action in a service; undefined when no role has it. What says so to a person names it. */
export function leastRole(action: Action): Role | undefined {
  return roles.find((role) => ofRole[role].has(action));
}
