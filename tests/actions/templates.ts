import type { Calls } from "./call";
import { newName, newNumber, next } from "./parts";

const filed = (appid: string) => ({
  appid,
  templateId: "filed",
  name: newName(),
  blocks: { android: { text: "Hello" } },
});

/** Calls about templates. */
export const templates: Calls = {
  createTemplate: {
    right: "template.create",
    input: ({ appId }) => ({ appId, templateId: `made_${newNumber()}`, name: newName() }),
    also: { content: "{}" },
  },
  saveTemplate: {
    right: "template.save",
    input: ({ templateId: id }) => ({ id, revision: 1, content: "{}" }),
  },
  changeTemplate: {
    right: "template.change",
    input: ({ templateId: id }) => ({ id, name: newName(), tags: [] }),
    also: { tags: ["a"] },
  },
  publishTemplate: {
    right: "template.publish",
    input: ({ unpublished }) => ({ id: next(unpublished), revision: 1 }),
    also: { note: "x", expectedPublished: 1 },
  },
  rollBackTemplate: {
    right: "template.rollBack",
    input: ({ rolled }) => ({ id: next(rolled), version: 1 }),
    also: { expectedPublished: 2 },
  },
  archiveTemplate: {
    right: "template.archive",
    input: ({ archivable }) => ({ id: next(archivable) }),
  },
  removeTemplate: { right: "template.remove", input: ({ removable }) => ({ id: next(removable) }) },
  restoreTemplate: { right: "template.restore", input: ({ templateId: id }) => ({ id }) },
  findTemplateDraft: { right: "template.read", input: ({ templateId: id }) => ({ id }) },
  shareTemplate: {
    right: "template.share",
    input: ({ templateId: id }) => ({ id, version: 1, days: 7 }),
  },
  revokePreviewLink: { right: "previewLink.revoke", input: ({ links }) => ({ id: next(links) }) },
  previewEachPut: {
    right: "template.read",
    input: ({ appid }) => [filed(appid)],
    also: { tags: ["a"] },
  },
  putEachTemplate: {
    right: "template.put",
    input: ({ appid }) => [filed(appid)],
    also: {
      revision: 0,
      blocks: { android: { text: "Hello ${name}" } },
      parameters: [{ name: "name", type: "text", required: true }],
      samples: [{ name: "Long", values: { name: "Maya" } }],
      languages: [
        {
          language: "de",
          texts: [{ at: "/android/text", of: "Hello ${name}", text: "Hallo ${name}" }],
        },
      ],
    },
  },
};
