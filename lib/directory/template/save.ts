import { isDeepStrictEqual } from "node:util";
import { memberIdOf } from "@/lib/auth/member";
import { readTemplateDraft, writeTemplateDraft } from "@/lib/compose/template-draft";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import {
  changeTemplateSchema,
  createTemplateSchema,
  saveTemplateSchema,
} from "@/lib/inputs/template";
import { canonicalJson } from "@/lib/interface/canonical-json";
import type { Platform } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import { platformsOf } from "@/lib/template/content";
import { unlessTaken } from "@/lib/verb/unless-taken";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";
import { draftConflict } from "./conflict";
import { lockTemplate } from "./lock";
import { serviceOfTemplate } from "./service-of";
import { readableVersion } from "./version-content";

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
    const [id, by, text] = [newId(), memberIdOf(actor), content ?? nothingYet];
    await unlessTaken(
      tx.query(
        "INSERT INTO template (id, app_id, template_id, name, created_by, platforms) VALUES ($1, $2, $3, $4, $5, $6)",
        [id, appId, templateId, name, by, platformsOf(readTemplateDraft(text).blocks)],
      ),
      `This app already has a template “${templateId}”. Choose another id.`,
      "/templateId",
    );
    await tx.query(
      "INSERT INTO template_draft (template_id, content, revision, updated_by) VALUES ($1, $2, 1, $3)",
      [id, text, by],
    );
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
    const saved = await writeDraft(tx, { id, revision, content, published, by: memberIdOf(actor) });
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

interface WrittenDraft {
  id: string;
  /** Of the draft that it replaces; 0 where there never was any. */
  revision: number;
  content: string;
  /** The version that is published: a draft that is begun is begun from it. */
  published: number | null;
  by: string | null;
}

/**
 * Replaces a draft, when it is at that revision. A draft that equals the published version is
 * removed: every change was undone. Returns the next revision; undefined where another save was
 * faster, with another content. The template's row is locked by its caller.
 */
export async function writeDraft(
  tx: Sql,
  { id, revision, content, published, by }: WrittenDraft,
): Promise<number | undefined> {
  const version = published === null ? undefined : await readableVersion(tx, id, published);
  const newContent = version !== undefined && saysTheSame(version, content) ? null : content;
  const [saved] = await tx.query<{ revision: number }>(
    `INSERT INTO template_draft AS d (template_id, content, revision, parent, updated_by)
     SELECT $1, $3, 1, $4, $5 WHERE $2 = 0 OR EXISTS (SELECT 1 FROM template_draft WHERE template_id = $1)
     ON CONFLICT (template_id) DO UPDATE SET content = excluded.content, revision = d.revision + 1, updated_by = excluded.updated_by, updated_at = now(),
       parent = CASE WHEN d.content IS NULL THEN excluded.parent ELSE d.parent END
     WHERE d.revision = $2 RETURNING d.revision`,
    [id, revision, newContent, published, by],
  );
  if (!saved) {
    // The same once more is no conflict: its first answer was lost on the way.
    const same = await tx.prisma.templateDraft.findFirst({
      where: { templateId: id, content: newContent },
      select: { revision: true },
    });
    return same?.revision;
  }
  // Platforms and languages that are shown while no version is published. Each change of the row
  // notifies all processes, so it is written only when they differ.
  await tx.query(
    `UPDATE template SET platforms = $2, languages = $3
     WHERE id = $1 AND published IS NULL AND (platforms IS DISTINCT FROM $2 OR languages IS DISTINCT FROM $3::text[])`,
    [id, ...offeredBy(content)],
  );
  return saved.revision;
}

/** Whether two contents are equal, with members in any order and defaults written out or not. */
function saysTheSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    canonicalJson(parseJson(writeTemplateDraft(readTemplateDraft(text)))),
  );
  return first === second;
}

/** Platforms and languages that a draft has, even if it is invalid otherwise. */
function offeredBy(content: string): [platforms: Platform[], languages: string[]] {
  const { blocks, languages } = readTemplateDraft(content);
  return [platformsOf(blocks), [...new Set(languages.map(({ language }) => language))].toSorted()];
}
