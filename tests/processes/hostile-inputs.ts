// What `hostile.test.ts` calls each server action with.

import { calls, type Service } from "./calls-by-role";

export const uuid = "00000000-0000-7000-8000-000000000000";
/** A request that a template fills in. */
export const composed = {
  deliverychannel: "push",
  appid: "sandbox",
  destination: [{ userid: ["user-1"] }],
  channels: { push: { android: { title: "Hello", text: "Text" } } },
  message: { template: "order_shipped", parameters: { name: "Maya", order: "1" } },
};
/** The same, as text. */
export const request = JSON.stringify(composed);
/** A draft, as the composer saves it. */
export const campaign = { id: uuid, revision: 1, name: "Spring", appid: "sandbox", draft: "{}" };
const reach = { audienceId: null, moreAppids: ["sandbox"] };
/** Whom a test goes to. */
export const choice = { groups: [uuid], devices: [uuid], browsers: ["w_x"], users: ["user-1"] };

/** Inputs with more members than those of `calls-by-role.ts`, and those of actions that are called without a session. */
const fuller: Record<string, unknown> = {
  findNamed: { serviceId: "00000000-0000-7000-8000-000000000000", text: "a name" },
  beginList: { appid: "sandbox", name: "A list", test: false },
  addToList: { id: uuid, recipients: [{ type: "userid", id: "user-1", parameters: { name: "Maya" } }] },
  finishList: { id: uuid, name: "Another name" },
  changeList: { id: uuid, name: "Renamed", test: true },
  applyList: { id: uuid, stagedId: uuid, how: "replace", revision: 1 },
  addRecipient: { id: uuid, recipients: [{ type: "userid", id: "user-1", parameters: { name: "Maya" } }] },
  editRecipient: {
    id: uuid,
    revision: 1,
    recipient: { type: "userid", id: "user-1", parameters: { name: "Maya" } },
    was: { parameters: { name: "May" } },
  },
  removeRecipients: { id: uuid, recipients: [{ type: "userid", id: "user-1" }] },
  changeEach: [{ id: uuid, change: { kind: "archive" } }],
  change: { id: uuid, change: { kind: "rename", name: "Renamed" } },
  send: { request, nonce: "a nonce", campaign, reach },
  askForApproval: { request, campaign, reach, at: { startsAt: "2027-01-01T00:00:00Z", timezone: "Europe/Berlin" }, note: "A note" },
  decide: { id: uuid, sha256: "0".repeat(64), approve: false, reason: "A reason" },
  plan: { request, reach },
  findTemplate: { serviceId: "00000000-0000-7000-8000-000000000000", text: "a name" },
  countDevices: { appids: ["sandbox"], audienceId: uuid, from: 0, named: { userid: ["user-1"] } },
  saveDraft: { campaign },
  scheduleDraft: { id: uuid, revision: 1, startsAt: "2027-01-01T00:00:00Z", timezone: "Europe/Berlin", request, reach },
  lookAt: { appid: "sandbox", url: "http://127.0.0.1:9/a.png" },
  callNotifyurl: { appid: "sandbox", notifyurl: "http://127.0.0.1:9/", notifyurlAuthId: "x", callbackData: "x", correlationid: "x" },
  sendTestMessage: { request, nonce: "a nonce", choice },
  findTestTargets: { appid: "sandbox", text: "pixel", chosen: [uuid] },
  keepTestGroup: { appid: "sandbox", name: "A group", choice },
  makeTemplate: { appId: uuid, templateId: "made", name: "Made", content: "{}" },
  changeTemplate: { id: uuid, name: "Renamed", tags: ["a"] },
  publishTemplate: { id: uuid, revision: 1, note: "x", expectedPublished: 1 },
  rollBackTemplate: { id: uuid, version: 1, expectedPublished: 2 },
  lookAtTemplates: [{ appid: "sandbox", templateId: "filed", name: "Filed", blocks: { android: { text: "Hello" } }, tags: ["a"] }],
  importTemplates: [
    {
      appid: "sandbox",
      templateId: "filed",
      name: "Filed",
      revision: 0,
      blocks: { android: { text: "Hello ${name}" } },
      parameters: [{ name: "name", type: "text", required: true }],
      samples: [{ name: "Long", values: { name: "Maya" } }],
      languages: [{ language: "de", texts: [{ at: "/android/text", of: "Hello ${name}", text: "Hallo ${name}" }] }],
    },
  ],
  suppressIds: { serviceId: uuid, kind: "userid", ids: ["user-1"], note: "x" },
  suppressDeviceToken: { id: uuid, note: "x" },
  suppressDeviceUser: { serviceId: uuid, kind: "userid", ids: ["user-1"], note: "x" },
  lookAtPerson: { serviceId: uuid, userid: "user-1" },
  removePerson: { serviceId: uuid, userid: "user-1", confirmation: "user-1" },
  importDeviceLines: {
    serviceId: uuid,
    lines: [{ line: 1, device: { appid: "sandbox", userid: "user-1", deviceid: "d", kind: "android", pushid: "p" } }],
  },
  findMedia: { serviceId: uuid, text: "a name", after: uuid },
  renameImage: { id: uuid, name: "Renamed" },
  makeApp: {
    serviceId: uuid,
    appid: "shop",
    name: "Shop",
    iconUrl: "https://shop.example/icon.png",
    siteUrl: "https://shop.example/",
    defaultChannelId: "news",
  },
  changeAppSettings: {
    appId: uuid,
    name: "Shop",
    iconUrl: "https://shop.example/icon.png",
    siteUrl: "https://shop.example/",
    defaultChannelId: "news",
    deepLinkScheme: "shop",
    androidRendering: "auto",
    signedRegistration: true,
    sharedDevices: true,
    pushEnabled: true,
  },
  checkCredential: { appId: uuid, provider: "hms" },
  // Its key is too short: a service that is made would be the first that other tests look at.
  makeService: { name: "A service", sandbox: false, httpsOnly: true, key: "too short" },
  changeServicePart: { serviceId: uuid, part: "addresses", ipAllow: ["192.0.2.1"], from: "192.0.2.1", anyway: false },
  makeServiceKey: { serviceId: uuid, name: "A key", scopes: ["send"], days: 7, key: "sk_hostile_key_0001" },
  rerollSecret: { serviceId: uuid, secret: "jwt", overlapHours: 0 },
  inviteToService: { serviceId: uuid, email: "ada@example.com", role: "marketer", maySend: true, mayApprove: false, days: "7" },
  createResetLink: { id: uuid },
  keepConnection: {
    id: uuid,
    name: "Acme",
    issuer: "http://127.0.0.1:9",
    clientId: "clarion",
    clientSecret: "a secret",
    domains: ["example.com"],
    trustsEmails: false,
    groupsClaim: "groups",
    groups: [{ group: "marketing", serviceId: uuid, role: "marketer", maySend: true, mayApprove: false }],
    enforced: false,
    breakGlassId: uuid,
  },
  resetFactor: { id: uuid },
  signOutAccount: { id: uuid },
  beginOwnApp: { current: "not it" },
  confirmOwnApp: { setup: "AQ==", code: "123456" },
  removeOwnApp: { current: "not it", code: "123456" },
  beginOwnPasskey: { current: "not it" },
  addOwnPasskey: { name: "Work laptop", passkey: "{}" },
  renameOwnPasskey: { id: uuid, name: "Work laptop" },
  removeOwnPasskey: { id: uuid, current: "not it", code: "123456" },
  renewOwnCodes: { current: "not it", code: "123456" },
  askPasskey: {},
  startOver: {},
  joinByInvitation: { token: "A".repeat(43) },
  renameAccount: { name: "Ada" },
  setOwnPassword: { current: "not it", password: "correct horse battery" },
  acceptInvite: { token: "A".repeat(43), name: "Ada", password: "correct horse battery" },
  askForLink: { email: "nobody@example.com" },
  resetByLink: { token: "A".repeat(43), password: "correct horse battery" },
  addAuth: { serviceId: uuid, id: "crm", name: "CRM", kind: "basic", fields: { username: "clarion", password: "x" } },
  changeAuth: { serviceId: uuid, id: "crm", name: "CRM", kind: "bearer", fields: { token: "x" } },
  removeAuth: { serviceId: uuid, id: "crm" },
  findAuthUsers: { serviceId: uuid, id: "crm" },
  makeWebhook: { serviceId: uuid, url: "https://127.0.0.1:9/", kinds: ["read"], notifyAuthId: "crm" },
  editWebhook: { id: uuid, url: "https://127.0.0.1:9/", kinds: ["read"], notifyAuthId: "crm" },
  sendTestUpdate: { serviceId: uuid, kind: "read", url: "https://127.0.0.1:9/", notifyAuthId: "crm" },
  replayUpdates: { serviceId: uuid, ids: [uuid] },
  tryOwnNotice: { way: "email" },
  makeFirstOwner: { code: "ABCD-EFGH-JKLM", email: "ada@example.com", name: "Ada", password: "correct horse battery" },
};

/** A service whose ids belong to nothing. */
function noService(): Service {
  const known: Record<string, unknown> = { appid: "sandbox", userid: "user-1", issuer: "https://a.example" };
  return new Proxy({} as Service, {
    get: (_, member) => {
      const name = String(member);
      return (known[name] ??= /Id$|^mark$|^transid$|^token$/.test(name) ? uuid : [uuid]);
    },
  });
}

/** Every server action with an input that the console sends. */
export const inputs: Record<string, unknown> = {
  ...Object.fromEntries(Object.entries(calls).map(([name, { input }]) => [name, input(noService())])),
  ...fuller,
};
