/** What can be done, `subject.verb`: the words of the audit log, of verbs and of the table of roles alike. */
export const actions = [
  // Seeing: messages, campaigns, results, templates, audiences, devices (tokens masked), settings (secrets never).
  "service.view",
  // Making.
  "campaign.save",
  "campaign.change",
  "campaign.test",
  "audience.fill",
  "audience.create",
  "audience.change",
  "audience.remove",
  "notifyurl.check",
  "template.read",
  "template.save",
  "media.upload",
  // Sending.
  "campaign.send",
  "campaign.undo",
  "campaign.release",
  "campaign.schedule",
  "campaign.unschedule",
  "campaign.stop",
  "campaign.approve",
  // Publishing.
  "template.publish",
  "template.rollBack",
  "template.archive",
  // Running a service.
  "app.create",
  "app.change",
  "credential.save",
  "serviceKey.create",
  "serviceKey.revoke",
  "notifyAuth.save",
  "webhook.save",
  "webhook.resume",
  "update.replay",
  "device.register",
  "device.remove",
  "suppression.change",
  "service.change",
  "values.read",
  "results.export",
  "audience.export",
  // Keeping its people.
  "member.invite",
  "member.change",
  "member.remove",
  "audit.read",
  "audit.export",
  "person.erase",
  "service.deactivate",
  // Keeping the installation.
  "service.create",
  "installation.change",
  "installationOwner.change",
  "installation.backUp",
  // One's own.
  "member.signOutEverywhere",
] as const;

/** One of {@link actions}. */
export type Action = (typeof actions)[number];
