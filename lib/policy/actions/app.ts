import { z } from "zod";
import { audited, counted, quoted, renamed, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const flag = z.boolean();
const members = z.record(z.string(), z.union([text, z.number(), flag, z.null()]));
const appSettings = z.strictObject({
  name: text,
  iconUrl: text.nullable(),
  siteUrl: text.nullable(),
  defaultChannelId: text.nullable(),
  deepLinkScheme: text.nullable(),
  platforms: text,
  androidRendering: text,
  signedRegistration: flag,
  sharedDevices: flag,
  pushEnabled: flag,
});
/**
 * `before`, `after`: the members that are no secret, and of the secret ones only that they are
 * there, or "Replaced" (lib/describe). Nothing before the first. `checked`: its provider accepted
 * it before it was stored.
 */
const credential = z.strictObject({
  provider: text,
  before: members,
  after: members,
  checked: flag.optional(),
});
const saved = { least: "admin", event: credential, words: "saved the credential" } as const;

/** Apps, their credentials and their devices. */
export const appActions = {
  "app.create": audited({
    least: "admin",
    event: z.strictObject({ appid: text, name: text }),
    words: "created the app",
  }),
  "app.change": audited({
    least: "admin",
    event: z.strictObject({ before: appSettings, after: appSettings }),
    words: (event) => renamed("app", event) ?? `changed the app${quoted(event.after.name)}`,
  }),
  "credential.save": audited(saved),
  "checkedCredential.save": audited(saved),
  "webPushKeys.create": audited(saved),
  "credential.check": audited({
    least: "admin",
    event: z.strictObject({ provider: text, accepted: flag }),
    words: ({ provider, accepted }) =>
      `checked the credential${quoted(provider)}, which its provider ${accepted ? "accepted" : "refused"}`,
  }),
  "credential.remove": audited({
    least: "admin",
    event: z.strictObject({ provider: text }),
    words: "removed the credential",
  }),
  "device.register": {
    least: "admin",
    scope: "devices",
    unaudited: "devices register themselves, thousands of times a day; the row has its times",
  },
  "device.remove": {
    least: "admin",
    scope: "devices",
    unaudited: "devices remove themselves; the row has when and why",
  },
  // `forgotten`: its row was deleted. Not which: the log stays when a person's data is removed.
  "device.retire": audited({
    least: "admin",
    event: z.strictObject({ appid: text, kind: text, forgotten: flag }),
    words: "retired a device of",
  }),
  "device.restore": audited({
    least: "admin",
    event: z.strictObject({ appid: text, kind: text }),
    words: "reactivated a device of",
  }),
  // Of some lines of a file: new devices, registered devices, and lines with neither.
  "device.import": audited({
    least: "admin",
    event: z.strictObject({ created: count, updated: count, faulty: count }),
    words: ({ created, updated }) => `imported ${counted(created + updated, "device")}`,
  }),
  // The filter of the export; of the search text only that there was one.
  "device.export": audited({
    least: "admin",
    event: z.strictObject({
      format: text,
      tokens: flag,
      appid: text.nullable(),
      kind: text.nullable(),
      state: text.nullable(),
      searched: flag,
    }),
    words: ({ tokens }) => `exported devices${tokens ? " with their tokens" : ""}`,
  }),
  // Not whom: the log stays when a person's data is removed.
  "device.suppress": audited({
    least: "admin",
    event: z.strictObject({}),
    words: "added 1 recipient to the suppression list",
  }),
  "suppression.add": audited({
    least: "admin",
    event: z.strictObject({ kind: text, count }),
    words: (event) => `added ${counted(event.count, "recipient")} to the suppression list`,
  }),
  "suppression.remove": audited({
    least: "admin",
    event: z.strictObject({ kind: text }),
    words: "removed 1 recipient from the suppression list",
  }),
  // `pseudonym`: a keyed hash, never the user id. `finished` is false where it was begun; `counts`:
  // what was changed, by what it was.
  "person.erase": audited({
    least: "owner",
    event: z.strictObject({
      pseudonym: text,
      finished: flag,
      counts: z.record(z.string(), count),
    }),
    words: ({ finished }) =>
      finished ? "erased the data of a person" : "began to erase the data of a person",
  }),
} as const satisfies Record<string, ActionEntry>;
