import type { Calls } from "./call";
import { newName, next } from "./parts";
import { uuid } from "./service";

const addresses = { iconUrl: "https://shop.example/icon.png", siteUrl: "https://shop.example/", defaultChannelId: "news" };

/** Calls about suppression, people, devices, media, apps and services. */
export const directory: Calls = {
  suppressIds: {
    right: "suppression.change",
    input: ({ serviceId }) => ({ serviceId, kind: "userid", ids: [newName()] }),
    also: { note: "x" },
  },
  suppressDeviceToken: { right: "suppression.change", input: ({ devices: [id] }) => ({ id, note: newName() }) },
  lookAtPerson: { right: "person.erase", input: ({ serviceId }) => ({ serviceId, userid: "nobody-by-roles" }) },
  removePerson: {
    right: "person.erase",
    input: ({ serviceId }) => ({ serviceId, userid: "nobody-by-roles", confirmation: "nobody-by-roles" }),
  },
  importDeviceLines: {
    right: "device.import",
    input: ({ serviceId, appid }) => ({
      serviceId,
      lines: [{ line: 1, device: { appid, deviceid: newName(), kind: "android", pushid: newName() } }],
    }),
    also: { lines: [{ line: 1, device: { appid: "sandbox", userid: "user-1", deviceid: "d", kind: "android", pushid: "p" } }] },
  },
  restoreOneDevice: { right: "device.restore", input: ({ devices }) => ({ id: next(devices) }) },
  retireOneDevice: { right: "device.retire", input: ({ devices }) => ({ id: next(devices), forget: true }) },
  unsuppressEach: { right: "suppression.change", input: ({ suppressed }) => [{ id: next(suppressed) }] },
  findMedia: { right: "service.view", input: ({ serviceId }) => ({ serviceId }), also: { text: "a name", after: uuid } },
  findMediaUsers: { right: "service.view", input: ({ mediaId: id }) => ({ id }) },
  renameImage: { right: "media.change", input: ({ mediaId: id }) => ({ id, name: newName() }) },
  removeImage: { right: "media.remove", input: ({ images }) => ({ id: next(images) }) },
  makeApp: { right: "app.create", input: ({ serviceId }) => ({ serviceId, appid: newName(), name: newName() }), also: addresses },
  changeAppSettings: {
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
  makeWebPushKeys: { right: "credential.save", input: ({ appId }) => ({ appId, subject: "mailto:push@shop.example" }) },
  // Its provider is nowhere: whoever may keep it keeps it without a check.
  keepCredential: {
    right: "credential.save",
    input: ({ appId }) => ({ appId, provider: "hms", credential: { appId: "1", appSecret: "s" }, unchecked: true }),
  },
  // Keys that were made here are taken without asking anybody.
  checkCredential: { right: "credential.check", input: ({ appId }) => ({ appId, provider: "webpush" }), also: { provider: "hms" } },
  dropCredential: { right: "credential.remove", input: ({ spareApps }) => ({ appId: next(spareApps), provider: "hms" }) },
  makeService: {
    right: "service.create",
    input: () => ({ name: newName() }),
    nowhere: true,
    // Too short a key: a service that is made would be the first that other tests look at.
    also: { sandbox: false, httpsOnly: true, key: "too short" },
  },
  changeServicePart: {
    right: "service.change",
    input: ({ serviceId }) => ({ serviceId, part: "name", name: newName() }),
    also: { part: "addresses", ipAllow: ["192.0.2.1"], from: "192.0.2.1", anyway: false },
  },
  makeServiceKey: {
    right: "serviceKey.create",
    input: ({ serviceId }) => ({ serviceId, name: newName() }),
    also: { scopes: ["send"], days: 7, key: "sk_hostile_key_0001" },
  },
  rerollKey: { right: "serviceKey.reroll", input: ({ keys }) => ({ id: next(keys), overlapHours: 0 }) },
  revokeKey: { right: "serviceKey.revoke", input: ({ keys }) => ({ id: next(keys) }) },
  removeSecret: { right: "secret.remove", input: ({ jwtSecrets }) => ({ id: next(jwtSecrets) }) },
  rerollSecret: { right: "secret.reroll", input: ({ serviceId }) => ({ serviceId, secret: "jwt" }), also: { overlapHours: 0 } },
  turnService: { right: "service.deactivate", input: ({ serviceId }) => ({ serviceId, active: false }) },
};
