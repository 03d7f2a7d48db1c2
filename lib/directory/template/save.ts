import { isDeepStrictEqual } from "node:util";
import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import {
  changeTemplateSchema,
  createTemplateSchema,
  saveTemplateSchema,
} from "@/lib/inputs/template";
import { unlessTaken } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";
import { draftConflict } from "./conflict";
import { lockTemplate, serviceOfTemplate } from "./row";
import { insertDraft, storedContent, writeDraft } from "./store-draft";

/** What a template without anything says: an Android and an iOS block to begin with. */
const nothingYet = JSON.stringify({
  blocks: { android: { text: "" }, ios: { text: "" } },
  parameters: [],
  samples: [],
});

/**
 * Makes a template that has a draft and no version yet. Refuses an id that the app has already,
 * archived ones included. Returns what the editor opens.
 */
export const createTemplate = verb({
  action: "template.create",
  input: createTemplateSchema,
  service: serviceOfApp,
  run: async ({ tx, actor }, { appId, templateId, name, content }) => {
    const [id, by, stored] = [newId(), memberIdOf(actor), storedContent(content ?? nothingYet)];
    await unlessTaken(
      tx.query(
        "INSERT INTO template (id, app_id, template_id, name, created_by, platforms, languages) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [id, appId, templateId, name, by, stored.platforms, stored.languages],
      ),
      `This app already has a template “${templateId}”. Choose another id.`,
      "/templateId",
    );
    await insertDraft(tx, id, stored, by);
    const [app] = await tx.query<{ appid: string }>("SELECT appid FROM app WHERE id = $1", [appId]);
    return { row: { id }, entity: id, event: { appid: app?.appid ?? "", templateId, name } };
  },
});

/**
 * Keeps a draft. It replaces the revision that it names and no other; revision 0 begins one where
 * there never was any. Throws `ConflictError` when another member saved or published in between:
 * with the content of the other draft, null where there is none that can be read.
 */
export const saveTemplate = verb({
  action: "template.save",
  input: saveTemplateSchema,
  service: serviceOfTemplate,
  run: async (
    { tx, actor },
    { id, revision, content },
  ): Promise<{ row: { revision: number }; changedId: string }> => {
    const { published } = await lockTemplate(tx, id);
    const [stored, by] = [storedContent(content), memberIdOf(actor)];
    const saved = await writeDraft(tx, { id, revision, stored, published, by });
    if (saved !== undefined) return { row: { revision: saved }, changedId: id };
    throw await draftConflict(tx, id);
  },
});

/** Renames a template for people, and tags it. What requests call it stays. */
export const changeTemplate = verb({
  action: "template.change",
  input: changeTemplateSchema,
  service: serviceOfTemplate,
  run: async ({ tx }, { id, name, tags }) => {
    await lockTemplate(tx, id);
    const before = await tx.prisma.template.findUniqueOrThrow({
      where: { id },
      select: { name: true, tags: true },
    });
    if (before.name === name && isDeepStrictEqual(before.tags, tags)) return { unchanged: null };
    await tx.query("UPDATE template SET name = $2, tags = $3 WHERE id = $1", [id, name, tags]);
    return { row: null, entity: id, event: { before, after: { name, tags } } };
  },
});
