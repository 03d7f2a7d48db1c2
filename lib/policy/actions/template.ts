import { z } from "zod";
import { audited, quoted, renamed, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const settings = z.strictObject({ name: text, tags: z.array(text) });
const only = z.strictObject({ templateId: text });
const link = z.strictObject({ templateId: text, version: count.nullable(), expiresAt: text });
const image = z.strictObject({ name: text });

/** Templates and images. */
export const templateActions = {
  "template.read": { least: "viewer", scope: "templates:read" },
  "template.create": audited({
    least: "marketer",
    event: z.strictObject({ appid: text, templateId: text, name: text }),
    words: "created the template",
  }),
  "template.change": audited({
    least: "marketer",
    event: z.strictObject({ before: settings, after: settings }),
    words: (event) =>
      renamed("template", event) ?? `changed the template${quoted(event.after.name)}`,
  }),
  // What a program, the command line or an imported file wrote: `revision` of the draft.
  "template.put": audited({
    least: "marketer",
    scope: "templates:write",
    event: z.strictObject({
      appid: text,
      templateId: text,
      name: text,
      created: z.boolean(),
      revision: count,
    }),
    words: ({ created, name }) => `${created ? "created" : "updated"} the template${quoted(name)}`,
  }),
  "template.save": {
    least: "marketer",
    scope: "templates:write",
    unaudited:
      "a draft is saved with every pause in typing; who saved last is on the draft, and publishing it is template.publish",
  },
  "template.share": audited({
    least: "marketer",
    event: link,
    words: ({ templateId }) => `created a preview link to the template${quoted(templateId)}`,
  }),
  "previewLink.revoke": audited({
    least: "marketer",
    event: link,
    words: ({ templateId }) => `revoked a preview link of the template${quoted(templateId)}`,
  }),
  "template.publish": audited({
    least: "admin",
    scope: "templates:publish",
    event: z.strictObject({ templateId: text, version: count }),
    words: ({ version, templateId }) =>
      `published version ${version} of the template${quoted(templateId)}`,
  }),
  "template.rollBack": audited({
    least: "admin",
    scope: "templates:publish",
    event: z.strictObject({ templateId: text, from: count.nullable(), to: count }),
    words: ({ to, templateId }) =>
      `published version ${to} of the template${quoted(templateId)} again`,
  }),
  "template.archive": audited({
    least: "admin",
    scope: "templates:publish",
    event: only,
    words: "archived the template",
  }),
  "template.restore": audited({
    least: "admin",
    scope: "templates:publish",
    event: only,
    words: "restored the template",
  }),
  "template.remove": audited({
    least: "admin",
    event: z.strictObject({ templateId: text, name: text }),
    words: "deleted the template",
  }),
  "upload.begin": { least: "marketer", unaudited: "an upload that does not end leaves nothing" },
  "media.add": audited({
    least: "marketer",
    event: z.strictObject({ name: text, sha256: text, bytes: count }),
    words: "uploaded the image",
  }),
  "media.rename": audited({
    least: "marketer",
    event: z.strictObject({ before: image, after: image }),
    words: (event) => renamed("image", event) ?? `changed the image${quoted(event.after.name)}`,
  }),
  "media.remove": audited({
    least: "marketer",
    event: z.strictObject({ name: text, sha256: text }),
    words: "deleted the image",
  }),
} as const satisfies Record<string, ActionEntry>;
