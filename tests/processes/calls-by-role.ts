// What `roles.test.ts` calls each server action with.

/** A service with something of everything, as `make-two-services.ts` made it. */
export interface Service {
  mark: string;
  serviceId: string;
  appid: string;
  userid: string;
  audienceId: string;
  campaignId: string;
  transid: string;
  deviceId: string;
  updateId: string;
  erasureId: string;
  connectionId: string;
  webhookId: string;
  notifyAuthId: string;
  auths: string[];
  webhooks: string[];
  drafts: string[];
  scheduled: string[];
  sending: string[];
  held: string[];
  /** Drafts that wait for approval, requests for approval of other members, and drafts that are approved. */
  asked: string[];
  questions: string[];
  approved: string[];
  lists: string[];
  filling: string[];
  appId: string;
  templateId: string;
  /** Templates with a draft that can be published, and with a second version that is. */
  unpublished: string[];
  rolled: string[];
  archivable: string[];
  /** Templates that were never published, and that nothing names. */
  removable: string[];
  /** Links to shared previews. */
  links: string[];
  mediaId: string;
  /** Apps with a credential that can be removed. */
  spareApps: string[];
  images: string[];
  /** Service keys. */
  keys: string[];
  jwtSecrets: string[];
  /** Devices that can be forgotten. */
  devices: string[];
  /** Entries of the suppression list. */
  suppressed: string[];
  /** Viewers of the service, and invitations into it. */
  members: string[];
  invitations: string[];
  /** Of the first service: a session of its viewer, and what an invitation for the owner of the installation ends with. */
  sessionId?: string;
  token?: string;
  /** Of the first service: an OpenID provider that the server may ask. */
  issuer?: string;
}

const request = ({ appid, userid }: Service) =>
  JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    channels: { push: { web: { platform_types: ["chrome"], title: "Title", text: "Text" } } },
  });
const draft = ({ appid }: Service, id: string | null) => ({ id, revision: 1, name: "By roles", appid, draft: "{}" });
const reach = { audienceId: null, moreAppids: [] };
const choice = ({ userid }: Service) => ({ groups: [], devices: [], browsers: [], users: [userid] });
const next = (spare: string[]) => spare.pop() ?? "";
let nonce = 0;
const name = () => `By roles ${(nonce += 1)}`;

const place = { role: "marketer", maySend: true, mayApprove: false };
/** Added to a list, given other values, and removed. */
const edited = { type: "userid", id: "by-roles" };
const filed = (appid: string) => ({ appid, templateId: "filed", name: name(), blocks: { android: { text: "Hello" } } });

interface Call {
  /** That the action takes, written by hand. */
  right: string;
  /** An input that works. */
  input: (service: Service) => unknown;
  /** An action that the owner of the installation calls before, with an input for the same service. */
  first?: string;
}

/** By server action. */
export const calls: Record<string, Call> = {
  openList: { right: "service.view", input: ({ audienceId: id }) => ({ id }) },
  findTemplate: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "a" }) },
  readFate: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  findDraft: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  readTestFate: { right: "service.view", input: ({ transid }) => ({ transids: [transid] }) },
  plan: { right: "campaign.save", input: (service) => ({ request: request(service), reach }) },
  countDevices: { right: "campaign.save", input: ({ appid, audienceId }) => ({ appids: [appid], audienceId, from: 0, named: {} }) },
  lookAt: { right: "campaign.save", input: ({ appid }) => ({ appid, url: "https://127.0.0.1:9/a.png" }) },
  saveDraft: { right: "campaign.save", input: (service) => ({ campaign: draft(service, null) }) },
  duplicate: { right: "campaign.save", input: ({ campaignId: id }) => ({ id }) },
  change: { right: "campaign.change", input: ({ campaignId: id }) => ({ id, change: { kind: "rename", name: name() } }) },
  changeEach: { right: "campaign.change", input: ({ campaignId: id }) => [{ id, change: { kind: "rename", name: name() } }] },
  findTestTargets: { right: "campaign.test", input: ({ appid }) => ({ appid, text: "", chosen: [] }) },
  sendTestMessage: { right: "campaign.test", input: (service) => ({ request: request(service), nonce: name(), choice: choice(service) }) },
  findNamed: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "mark" }) },
  beginList: { right: "audience.fill", input: ({ appid }) => ({ appid, name: name(), test: false }) },
  finishList: { right: "audience.create", input: ({ filling: [id] }) => ({ id }) },
  addToList: { right: "audience.fill", input: ({ filling: [id] }) => ({ id, recipients: [{ type: "userid", id: name() }] }) },
  keepTestGroup: { right: "audience.create", input: (service) => ({ appid: service.appid, name: name(), choice: choice(service) }) },
  changeList: { right: "audience.change", input: ({ audienceId: id }) => ({ id, name: name() }) },
  stageList: { right: "audience.fill", input: ({ audienceId: id }) => ({ id }) },
  compareList: { right: "audience.edit", input: ({ audienceId: id, filling: [stagedId = ""] }) => ({ id, stagedId }) },
  applyList: { right: "audience.edit", input: ({ audienceId: id, filling }) => ({ id, stagedId: next(filling), how: "add" }) },
  addRecipient: { right: "audience.edit", input: ({ audienceId: id }) => ({ id, recipients: [edited] }) },
  editRecipient: {
    right: "audience.edit",
    input: ({ audienceId: id }) => ({ id, recipient: { ...edited, parameters: { name: name() } } }),
    first: "addRecipient",
  },
  removeRecipients: { right: "audience.edit", input: ({ audienceId: id }) => ({ id, recipients: [edited] }) },
  removeList: { right: "audience.remove", input: ({ lists }) => ({ id: next(lists) }) },
  removeEachList: { right: "audience.remove", input: ({ lists }) => [{ id: next(lists) }] },
  callNotifyurl: { right: "notifyurl.check", input: ({ appid }) => ({ appid, notifyurl: "https://127.0.0.1:9/" }) },
  send: {
    right: "campaign.send",
    input: (service) => ({ request: request(service), nonce: name(), campaign: draft(service, next(service.drafts)) }),
  },
  scheduleDraft: {
    right: "campaign.schedule",
    input: (service) => ({
      id: next(service.drafts),
      revision: 1,
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: "UTC",
      request: request(service),
      reach,
    }),
  },
  // Nothing needs approval there: who may ask reads that.
  askForApproval: { right: "campaign.ask", input: (service) => ({ request: request(service), campaign: draft(service, null) }) },
  withdraw: { right: "campaign.ask", input: ({ asked }) => ({ id: next(asked) }) },
  decide: { right: "campaign.approve", input: ({ questions }) => ({ id: next(questions), sha256: "0".repeat(64), approve: false }) },
  sendWhatWasApproved: { right: "campaign.send", input: ({ approved }) => ({ id: next(approved) }) },
  undo: { right: "campaign.undo", input: ({ held }) => ({ id: next(held) }) },
  takeBack: { right: "campaign.undo", input: ({ held }) => ({ id: next(held) }) },
  release: { right: "campaign.release", input: ({ held: [id] }) => ({ id }) },
  sendNow: { right: "campaign.release", input: ({ held: [id] }) => ({ id }) },
  unschedule: { right: "campaign.unschedule", input: ({ scheduled }) => ({ id: next(scheduled) }) },
  stop: { right: "campaign.stop", input: ({ sending }) => ({ id: next(sending) }) },
  makeTemplate: { right: "template.save", input: ({ appId }) => ({ appId, templateId: `made_${(nonce += 1)}`, name: name() }) },
  keepTemplate: { right: "template.save", input: ({ templateId: id }) => ({ id, revision: 1, content: "{}" }) },
  changeTemplate: { right: "template.save", input: ({ templateId: id }) => ({ id, name: name(), tags: [] }) },
  publishTemplate: { right: "template.publish", input: ({ unpublished }) => ({ id: next(unpublished), revision: 1 }) },
  rollBackTemplate: { right: "template.rollBack", input: ({ rolled }) => ({ id: next(rolled), version: 1 }) },
  archiveTemplate: { right: "template.archive", input: ({ archivable }) => ({ id: next(archivable) }) },
  removeTemplate: { right: "template.remove", input: ({ removable }) => ({ id: next(removable) }) },
  restoreTemplate: { right: "template.archive", input: ({ templateId: id }) => ({ id }) },
  findTemplateDraft: { right: "template.read", input: ({ templateId: id }) => ({ id }) },
  sharePreview: { right: "template.share", input: ({ templateId: id }) => ({ id, version: 1, days: 7 }) },
  revokePreview: { right: "template.share", input: ({ links }) => ({ id: next(links) }) },
  lookAtTemplates: { right: "template.read", input: ({ appid }) => [filed(appid)] },
  importTemplates: { right: "template.save", input: ({ appid }) => [filed(appid)] },
  suppressIds: { right: "suppression.change", input: ({ serviceId }) => ({ serviceId, kind: "userid", ids: [name()] }) },
  suppressDeviceToken: { right: "suppression.change", input: ({ devices: [id] }) => ({ id, note: name() }) },
  suppressDeviceUser: { right: "suppression.change", input: ({ serviceId }) => ({ serviceId, kind: "userid", ids: [name()] }) },
  lookAtPerson: { right: "person.erase", input: ({ serviceId }) => ({ serviceId, userid: "nobody-by-roles" }) },
  removePerson: {
    right: "person.erase",
    input: ({ serviceId }) => ({ serviceId, userid: "nobody-by-roles", confirmation: "nobody-by-roles" }),
  },
  importDeviceLines: {
    right: "device.import",
    input: ({ serviceId, appid }) => ({
      serviceId,
      lines: [{ line: 1, device: { appid, deviceid: name(), kind: "android", pushid: name() } }],
    }),
  },
  restoreOneDevice: { right: "device.restore", input: ({ devices }) => ({ id: next(devices) }) },
  retireOneDevice: { right: "device.retire", input: ({ devices }) => ({ id: next(devices), forget: true }) },
  unsuppressEach: { right: "suppression.change", input: ({ suppressed }) => [{ id: next(suppressed) }] },
  findMedia: { right: "service.view", input: ({ serviceId }) => ({ serviceId }) },
  findMediaUsers: { right: "service.view", input: ({ mediaId: id }) => ({ id }) },
  renameImage: { right: "media.change", input: ({ mediaId: id }) => ({ id, name: name() }) },
  removeImage: { right: "media.remove", input: ({ images }) => ({ id: next(images) }) },
  makeApp: { right: "app.create", input: ({ serviceId }) => ({ serviceId, appid: name(), name: name() }) },
  changeAppSettings: {
    right: "app.change",
    input: ({ appId }) => ({
      appId,
      name: name(),
      deepLinkScheme: "shop",
      platforms: ["android", "web"],
      androidRendering: "auto",
      signedRegistration: false,
      sharedDevices: false,
      pushEnabled: true,
    }),
  },
  makeWebPushKeys: { right: "credential.save", input: ({ appId }) => ({ appId, subject: "mailto:push@shop.example" }) },
  // Its provider is nowhere: whoever may keep it keeps it without a check.
  keepCredential: {
    right: "credential.save",
    input: ({ appId }) => ({ appId, provider: "hms", credential: { appId: "1", appSecret: "s" }, unchecked: true }),
  },
  // Keys that were made here are taken without asking anybody.
  checkCredential: { right: "credential.check", input: ({ appId }) => ({ appId, provider: "webpush" }) },
  dropCredential: { right: "credential.remove", input: ({ spareApps }) => ({ appId: next(spareApps), provider: "hms" }) },
  replayMessage: { right: "update.replay", input: ({ transid }) => ({ transid }) },
  resumeWebhook: { right: "webhook.resume", input: ({ webhookId: id }) => ({ id }) },
  makeService: { right: "service.create", input: () => ({ name: name() }) },
  changeServicePart: { right: "service.change", input: ({ serviceId }) => ({ serviceId, part: "name", name: name() }) },
  makeServiceKey: { right: "serviceKey.create", input: ({ serviceId }) => ({ serviceId, name: name() }) },
  rerollKey: { right: "serviceKey.reroll", input: ({ keys }) => ({ id: next(keys), overlapHours: 0 }) },
  revokeKey: { right: "serviceKey.revoke", input: ({ keys }) => ({ id: next(keys) }) },
  removeSecret: { right: "secret.remove", input: ({ jwtSecrets }) => ({ id: next(jwtSecrets) }) },
  rerollSecret: { right: "secret.reroll", input: ({ serviceId }) => ({ serviceId, secret: "jwt" }) },
  turnService: { right: "service.deactivate", input: ({ serviceId }) => ({ serviceId, active: false }) },
  inviteToService: { right: "member.invite", input: ({ serviceId }) => ({ serviceId, email: `${(nonce += 1)}@roles.example`, ...place }) },
  revokeInvite: { right: "member.invite", input: ({ invitations }) => ({ id: next(invitations) }) },
  changeRole: { right: "member.change", input: ({ serviceId, members }) => ({ serviceId, memberId: next(members), ...place }) },
  removeFromService: { right: "member.remove", input: ({ serviceId, members }) => ({ serviceId, memberId: next(members) }) },
  disableAccount: { right: "member.disable", input: ({ members }) => ({ id: members.at(0) ?? "", disabled: true }) },
  createResetLink: { right: "member.reset", input: ({ members }) => ({ id: members.at(1) ?? "" }) },
  keepConnection: {
    right: "signOn.save",
    input: ({ serviceId, issuer = "" }) => ({
      id: serviceId,
      name: name(),
      issuer,
      clientId: "clarion",
      clientSecret: "a secret",
      domains: ["shop.example"],
      trustsEmails: false,
      groupsClaim: "groups",
      groups: [{ group: "marketing", serviceId, ...place }],
      enforced: false,
      breakGlassId: "",
    }),
  },
  dropConnection: { right: "signOn.remove", first: "keepConnection", input: ({ serviceId: id }) => ({ id }) },
  signOutAccount: { right: "member.signOut", input: ({ members }) => ({ id: members.at(2) ?? "" }) },
  resetFactor: { right: "member.resetSecondFactor", input: ({ members }) => ({ id: members.at(2) ?? "" }) },
  joinByInvitation: { right: "member.join", input: ({ token = "" }) => ({ token }) },
  renameAccount: { right: "member.changeSelf", input: () => ({ name: name() }) },
  setOwnPassword: { right: "member.changeSelf", input: () => ({ current: "not the password", password: "a long enough one" }) },
  endOtherSession: { right: "member.endSession", input: ({ sessionId = "" }) => ({ id: sessionId }) },
  beginOwnApp: { right: "member.changeSecondFactor", input: () => ({ current: "not the password" }) },
  confirmOwnApp: { right: "member.changeSecondFactor", input: () => ({ setup: "none", code: "000000" }) },
  removeOwnApp: { right: "member.changeSecondFactor", input: () => ({ current: "not the password", code: "000000" }) },
  beginOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ current: "not the password" }) },
  addOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ name: name(), passkey: "{}" }) },
  renameOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ id: "none", name: name() }) },
  removeOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ id: "none", current: "not the password", code: "000000" }) },
  askForOwnPasskey: { right: "member.changeSecondFactor", input: () => ({}) },
  renewOwnCodes: { right: "member.changeSecondFactor", input: () => ({ current: "not the password", code: "000000" }) },
  addAuth: { right: "notifyAuth.save", input: ({ serviceId }) => ({ serviceId, name: name(), kind: "bearer", fields: { token: "t" } }) },
  changeAuth: {
    right: "notifyAuth.save",
    input: ({ serviceId, notifyAuthId: id }) => ({ serviceId, id, name: name(), kind: "none", fields: {} }),
  },
  removeAuth: { right: "notifyAuth.remove", input: ({ serviceId, auths }) => ({ serviceId, id: next(auths) }) },
  findAuthUsers: { right: "service.view", input: ({ serviceId, notifyAuthId: id }) => ({ serviceId, id }) },
  makeWebhook: {
    right: "webhook.save",
    input: ({ serviceId }) => ({ serviceId, url: `https://127.0.0.1:9/${(nonce += 1)}`, kinds: ["read"], notifyAuthId: "" }),
  },
  editWebhook: {
    right: "webhook.save",
    input: ({ webhookId: id }) => ({ id, url: `https://127.0.0.1:9/${(nonce += 1)}`, kinds: ["read"], notifyAuthId: "" }),
  },
  stopWebhook: { right: "webhook.save", input: ({ webhooks: [id] }) => ({ id }) },
  startWebhook: { right: "webhook.resume", input: ({ webhooks: [id] }) => ({ id }) },
  dropWebhook: { right: "webhook.remove", input: ({ webhooks }) => ({ id: next(webhooks) }) },
  findWebhookWaiting: { right: "service.view", input: ({ webhookId: id }) => ({ id }) },
  startInbox: { right: "inbox.open", input: ({ serviceId }) => ({ serviceId }) },
  clearInbox: { right: "inbox.empty", input: ({ serviceId }) => ({ serviceId }) },
  rerollWebhook: { right: "secret.reroll", input: ({ webhookId: id }) => ({ id }) },
  sendTestUpdate: {
    right: "update.test",
    input: ({ serviceId, notifyAuthId }) => ({ serviceId, kind: "read", url: "https://127.0.0.1:9/", notifyAuthId }),
  },
  findMissing: { right: "update.replay", input: ({ transid }) => ({ transid }) },
  findAllMissing: { right: "update.replay", input: ({ serviceId }) => ({ serviceId }) },
  findParkedWithin: {
    right: "update.replay",
    input: ({ serviceId }) => ({ serviceId, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }),
  },
  findParked: { right: "update.replay", input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }) },
  replayUpdates: { right: "update.replay", input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }) },
  markNoticesSeen: { right: "notice.see", input: () => ({ until: "2026-01-01T00:00:00.000Z" }) },
  chooseOwnNotices: {
    right: "notice.choose",
    input: () => ({ email: false, webhook: "", kinds: { credential: true, campaign: true, approval: true, receiver: true, key: true } }),
  },
  forgetOwnWebhook: { right: "notice.choose", input: () => ({}) },
  tryOwnNotice: { right: "notice.choose", input: () => ({ way: "webhook" }) },
  endAllSessions: { right: "member.signOutEverywhere", input: () => ({}) },
};
/** Who calls them may have no role yet: a code or a link is their guard, or they open nothing. */
export const unsigned = ["makeFirstOwner", "acceptInvite", "resetByLink", "askForLink", "askPasskey", "startOver"];
/** What everybody does to their own account: there is no service of another's in it. */
export const ownAccount = [
  "joinByInvitation",
  "renameAccount",
  "setOwnPassword",
  "endOtherSession",
  "beginOwnApp",
  "confirmOwnApp",
  "removeOwnApp",
  "renewOwnCodes",
  "askForOwnPasskey",
  "beginOwnPasskey",
  "addOwnPasskey",
  "renameOwnPasskey",
  "removeOwnPasskey",
  "markNoticesSeen",
  "chooseOwnNotices",
  "forgetOwnWebhook",
  "tryOwnNotice",
  "endAllSessions",
];
