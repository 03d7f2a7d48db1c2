import type { Calls } from "./call";
import { newName, next } from "./parts";
import { uuid } from "./service";

const addresses = {
  iconUrl: "https://shop.example/icon.png",
  siteUrl: "https://shop.example/",
  defaultChannelId: "news",
};

const rule = { all: [{ field: "platform", op: "is", value: "ios" }] };

/** Calls about suppression, segments, people, devices, media, apps and services. */
export const directory: Calls = {
  addSuppressions: {
    right: "suppression.add",
    input: ({ serviceId }) => ({ serviceId, kind: "userid", ids: [newName()] }),
    also: { note: "x" },
  },
  suppressDevice: {
    right: "device.suppress",
    input: ({ devices: [id] }) => ({ id, note: newName() }),
  },
  lookForPerson: {
    right: "person.erase",
    input: ({ serviceId }) => ({ serviceId, userid: "nobody-by-roles" }),
  },
  erasePerson: {
    right: "person.erase",
    input: ({ serviceId }) => ({
      serviceId,
      userid: "nobody-by-roles",
      confirmation: "nobody-by-roles",
    }),
  },
  importUsers: {
    right: "users.import",
    input: ({ serviceId }) => ({
      serviceId,
      lines: [{ line: 1, user: { userid: newName(), attributes: { plan: "gold" } } }],
    }),
  },
  addAttribute: {
    right: "attribute.add",
    input: ({ serviceId }) => ({
      serviceId,
      name: newName().replaceAll(/\W/g, "_").slice(0, 40),
      type: "text",
    }),
    also: { description: "x" },
  },
  changeAttribute: {
    right: "attribute.change",
    input: ({ serviceId }) => ({ serviceId, name: "plan", description: newName() }),
    also: { revision: 1 },
  },
  removeAttribute: {
    right: "attribute.remove",
    input: ({ serviceId, attributes }) => ({ serviceId, name: next(attributes) }),
  },
  addSegment: {
    right: "segment.add",
    input: ({ serviceId }) => ({ serviceId, name: newName(), rule }),
  },
  changeSegment: {
    right: "segment.change",
    input: ({ segmentId: id }) => ({ id, name: newName(), rule }),
    also: { revision: 1 },
  },
  removeSegment: { right: "segment.remove", input: ({ segments }) => ({ id: next(segments) }) },
  removeEachSegment: {
    right: "segment.remove",
    input: ({ segments }) => [{ id: next(segments) }],
  },
  readSegmentUsers: { right: "segment.read", input: ({ segmentId: id }) => ({ id }) },
  findRuleChoices: {
    right: "segment.read",
    input: ({ serviceId }) => ({ serviceId, kind: "list", text: "a name" }),
  },
  importDevices: {
    right: "device.import",
    input: ({ serviceId, appid }) => ({
      serviceId,
      lines: [
        { line: 1, device: { appid, deviceid: newName(), kind: "android", pushid: newName() } },
      ],
    }),
    also: {
      lines: [
        {
          line: 1,
          device: {
            appid: "sandbox",
            userid: "user-1",
            deviceid: "d",
            kind: "android",
            pushid: "p",
          },
        },
      ],
    },
  },
  restoreDevice: { right: "device.restore", input: ({ devices }) => ({ id: next(devices) }) },
  retireDevice: {
    right: "device.retire",
    input: ({ devices }) => ({ id: next(devices), forget: true }),
  },
  removeEachSuppression: {
    right: "suppression.remove",
    input: ({ suppressed }) => [{ id: next(suppressed) }],
  },
  listMedia: {
    right: "service.view",
    input: ({ serviceId }) => ({ serviceId }),
    also: { text: "a name", after: uuid },
  },
  readMediaUsers: { right: "service.view", input: ({ mediaId: id }) => ({ id }) },
  renameMedia: { right: "media.rename", input: ({ mediaId: id }) => ({ id, name: newName() }) },
  removeMedia: { right: "media.remove", input: ({ images }) => ({ id: next(images) }) },
  createApp: {
    right: "app.create",
    input: ({ serviceId }) => ({ serviceId, appid: newName(), name: newName() }),
    also: addresses,
  },
  changeApp: {
    right: "app.change",
    input: ({ appId }) => ({
      appId,
      name: newName(),
      deepLinkScheme: "shop",
      platforms: ["android", "web"],
      androidRendering: "auto",
      signedRegistration: false,
      sharedDevices: false,
      pushEnabled: true,
    }),
    also: addresses,
  },
  createWebPushKeys: {
    right: "webPushKeys.create",
    input: ({ appId }) => ({ appId, subject: "mailto:push@shop.example" }),
  },
  // Its provider cannot be reached: a member with the right saves it without a check.
  saveCheckedCredential: {
    right: "checkedCredential.save",
    input: ({ appId }) => ({
      appId,
      provider: "hms",
      credential: { appId: "1", appSecret: "s" },
      unchecked: true,
    }),
  },
  // Keys that Clarion generated are accepted without asking a provider.
  checkCredential: {
    right: "credential.check",
    input: ({ appId }) => ({ appId, provider: "webpush" }),
    also: { provider: "hms" },
  },
  removeCredential: {
    right: "credential.remove",
    input: ({ spareApps }) => ({ appId: next(spareApps), provider: "hms" }),
  },
  createService: {
    right: "service.create",
    input: () => ({ name: newName() }),
    nowhere: true,
    // The key is too short, so that no service is created: other tests would see that one first.
    also: { sandbox: false, httpsOnly: true, key: "too short" },
  },
  changeService: {
    right: "service.change",
    input: ({ serviceId }) => ({ serviceId, part: "name", name: newName() }),
    also: { part: "addresses", ipAllow: ["192.0.2.1"], from: "192.0.2.1", anyway: false },
  },
  createServiceKey: {
    right: "serviceKey.create",
    input: ({ serviceId }) => ({ serviceId, name: newName() }),
    also: { scopes: ["send"], days: 7, key: "sk_hostile_key_0001" },
  },
  rerollServiceKey: {
    right: "serviceKey.reroll",
    input: ({ keys }) => ({ id: next(keys), overlapHours: 0 }),
  },
  revokeServiceKey: { right: "serviceKey.revoke", input: ({ keys }) => ({ id: next(keys) }) },
  removeJwtSecret: {
    right: "jwtSecret.remove",
    input: ({ jwtSecrets }) => ({ id: next(jwtSecrets) }),
  },
  rerollServiceSecret: {
    right: "serviceSecret.reroll",
    input: ({ serviceId }) => ({ serviceId, secret: "jwt" }),
    also: { overlapHours: 0 },
  },
  deactivateService: {
    right: "service.deactivate",
    input: ({ serviceId }) => ({ serviceId }),
  },
  reactivateService: {
    right: "service.reactivate",
    input: ({ serviceId }) => ({ serviceId }),
  },
};
