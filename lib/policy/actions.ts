/**
 * Who has an action: the least role that has it in its service; `sending` and `approving`, an admin
 * or a marketer with that grant; `installation`, owners of the installation alone; `account`, every
 * signed-in member for their own account.
 */
export type Least =
  | "viewer"
  | "marketer"
  | "sending"
  | "approving"
  | "admin"
  | "owner"
  | "installation"
  | "account";

/**
 * What can be done, `subject.verb`, and who has it: the words of the audit log, of verbs and of the
 * table of roles alike.
 */
export const leastOf = {
  // Seeing: messages, campaigns, results, templates, audiences, devices (tokens masked), settings
  // (secrets never).
  "service.view": "viewer",
  // Making.
  "campaign.save": "marketer",
  "campaign.change": "marketer",
  "campaign.duplicate": "marketer",
  "campaign.test": "marketer",
  "audience.fill": "marketer",
  "audience.create": "marketer",
  "audience.change": "marketer",
  "audience.edit": "marketer",
  "audience.remove": "marketer",
  "notifyurl.check": "marketer",
  "template.read": "viewer",
  "template.create": "marketer",
  "template.change": "marketer",
  "template.put": "marketer",
  "template.save": "marketer",
  "template.share": "marketer",
  "media.upload": "marketer",
  "media.change": "marketer",
  "media.remove": "marketer",
  // Sending.
  "campaign.send": "sending",
  "campaign.undo": "sending",
  "campaign.release": "sending",
  "campaign.schedule": "sending",
  "campaign.unschedule": "sending",
  "campaign.stop": "sending",
  "campaign.ask": "sending",
  "campaign.approve": "approving",
  // Publishing.
  "template.publish": "admin",
  "template.rollBack": "admin",
  "template.archive": "admin",
  "template.remove": "admin",
  // Running a service.
  "app.create": "admin",
  "app.change": "admin",
  "credential.save": "admin",
  "credential.check": "admin",
  "credential.remove": "admin",
  "serviceKey.create": "admin",
  "serviceKey.reroll": "admin",
  "serviceKey.revoke": "admin",
  "secret.reroll": "admin",
  "secret.remove": "admin",
  "notifyAuth.save": "admin",
  "notifyAuth.remove": "admin",
  "webhook.save": "admin",
  "webhook.remove": "admin",
  "webhook.resume": "admin",
  "inbox.open": "admin",
  "inbox.empty": "admin",
  "update.replay": "admin",
  "update.test": "admin",
  "device.register": "admin",
  "device.remove": "admin",
  "device.retire": "admin",
  "device.restore": "admin",
  "device.import": "admin",
  "device.export": "admin",
  "suppression.change": "admin",
  "service.change": "admin",
  "values.read": "admin",
  "results.export": "admin",
  "audience.export": "admin",
  // Keeping its people.
  "member.invite": "owner",
  "member.change": "owner",
  "member.remove": "owner",
  "audit.read": "owner",
  "audit.export": "owner",
  "person.erase": "owner",
  "service.deactivate": "owner",
  // Keeping the installation.
  "service.create": "installation",
  "installationOwner.change": "installation",
  "member.disable": "installation",
  "member.reset": "installation",
  "member.resetSecondFactor": "installation",
  "member.signOut": "installation",
  "signOn.save": "installation",
  "signOn.remove": "installation",
  "signOn.link": "installation",
  // One's own.
  "member.join": "account",
  "member.changeSelf": "account",
  "member.endSession": "account",
  "member.changeSecondFactor": "account",
  "member.signOutEverywhere": "account",
  "notice.see": "account",
  "notice.choose": "account",
} as const satisfies Record<string, Least>;

/** One of {@link actions}. */
export type Action = keyof typeof leastOf;
