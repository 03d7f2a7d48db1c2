import { z } from "zod";
import { database, type Sql } from "@/lib/database/sql";
import { newId } from "@/lib/database/id";
import { memberIdOf } from "@/lib/auth/member";
import { putTemplateSchema, templateNameSchema, templateIdText } from "@/lib/inputs/template";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import type { AnswerProblem } from "@/lib/inputs/answer";
import { isSendable } from "@/lib/interface/text";
import { platformsOf, type TemplateContent } from "@/lib/template/content";
import { canonicalJson } from "@/lib/verb/canonical-json";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { serviceOfAppid } from "@/lib/verb/service-of";
import { unlessTaken } from "@/lib/verb/unless-taken";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { ChangedError } from "./lock";
import { asDraft, contentOfVersion } from "./open";
import { writeDraft } from "./save";
import { assertPublishable, readableHash } from "./store-version";

/** A template as programs read and write it. */
export interface TemplateDocument {
  appid: string;
  id: string;
  name: string;
  tags: string[];
  /** The version that requests use that pin none. */
  published: number | null;
  archived: boolean;
  /** The version that this is; null for the draft. */
  version: number | null;
  /** Of the draft. */
  revision: number;
  /** SHA-256 of what the version sends, hex; null for a draft. */
  hash: string | null;
  /** `blocks`, `parameters` and `samples`; of a draft as far as they are written. */
  content: Record<string, unknown>;
}

interface Row {
  id: string;
  appid: string;
  templateId: string;
  name: string;
  tags: string[];
  published: number | null;
  archived: boolean;
  revision: number;
  draft: string | null;
}

async function find(sql: Sql, appid: string, templateId: string): Promise<Row | undefined> {
  const [row] = await sql.query<Row>(
    `SELECT t.id, a.appid, t.template_id AS "templateId", t.name, coalesce(t.tags, '{}') AS tags, t.published, t.archived_at IS NOT NULL AS archived,
       coalesce(d.revision, 0) AS revision, d.content AS draft
     FROM template t JOIN app a ON a.id = t.app_id LEFT JOIN template_draft d ON d.template_id = t.id WHERE a.appid = $1 AND t.template_id = $2`,
    [appid, templateId],
  );
  return row;
}

/** The template that a program names, as verbs name it, which ask whose it is; undefined where there is none. */
export async function templateNamed({
  appid,
  templateId,
}: z.output<typeof templateNameSchema>): Promise<{ id: string; revision: number } | undefined> {
  return isSendable(appid) && isSendable(templateId) ? find(database(), appid, templateId) : undefined;
}

/** A template as a program reads it: a version, or the draft, or what is published where nothing was changed since. Throws `NotFoundError`. */
export const readDocument = view(
  "template.read",
  templateNameSchema.extend({ version: z.int32().optional() }),
  serviceOfAppid,
  async ({ sql }, { appid, templateId, version: asked }): Promise<TemplateDocument> => {
    const row = await find(sql, appid, templateId);
    if (!row) throw new NotFoundError("This template");
    const { draft, templateId: id, id: rowId, ...facts } = row;
    const version = asked ?? (draft === null ? row.published : null);
    const content =
      version === null ? (parseJson(draft ?? "{}") as TemplateDocument["content"]) : await contentOfVersion(sql, rowId, version);
    if (!content) throw new NotFoundError("This version");
    return { ...facts, id, version, hash: version === null ? null : await readableHash(sql, rowId, version), content };
  },
);

/** What came of a program's draft. */
export interface PutTemplate {
  created: boolean;
  /** It says what is published, or what the draft said before: nothing was written. */
  unchanged: boolean;
  revision: number;
  /** What publishing it would be refused for, by pointers into what was written. */
  problems: readonly AnswerProblem[];
}

/**
 * Writes a template's draft as a whole, its name and its tags; makes the template where there is none by that name. What says the same as is published makes no draft.
 * Throws `ChangedError` when the draft is not the one that it was made from.
 */
export const putTemplate = verb(
  "template.save",
  putTemplateSchema,
  serviceOfAppid,
  async ({ tx, actor }, { appid, templateId, name, tags, revision, ...content }): Promise<{ row: PutTemplate }> => {
    const by = memberIdOf(actor);
    const text = textOf(content);
    const problems = problemsOf(content);
    const known = await find(tx, appid, templateId);
    if (!known) {
      const wrong = templateIdText.safeParse(templateId).error?.issues[0]?.message;
      if (wrong !== undefined) throw new RefusedError({ pointer: "/templateId", message: `templateId: ${wrong}.` });
      const id = newId();
      const made = tx.query(
        "INSERT INTO template (id, app_id, template_id, name, tags, created_by, platforms) SELECT $1, a.id, $3, $4, $5, $6, $7 FROM app a WHERE a.appid = $2",
        [id, appid, templateId, name, tags, by, platformsOf(content.blocks)],
      );
      await unlessTaken(made, `Somebody made “${templateId}” at the same moment. Read it, then write again.`, "/templateId");
      await tx.query("INSERT INTO template_draft (template_id, content, revision, updated_by) VALUES ($1, $2, 1, $3)", [id, text, by]);
      return { row: { created: true, unchanged: false, revision: 1, problems } };
    }
    await tx.query("SELECT 1 FROM template WHERE id = $1 FOR UPDATE", [known.id]);
    const [draft] = await tx.query<{ content: string | null; revision: number }>(
      "SELECT content, revision FROM template_draft WHERE template_id = $1",
      [known.id],
    );
    const now = draft?.revision ?? 0;
    if (revision !== undefined && revision !== now)
      throw new ChangedError({ pointer: "/revision", message: `The draft is at revision ${now} by now, not ${revision}. Read it again.` });
    const named = name === known.name && JSON.stringify(tags) === JSON.stringify(known.tags);
    if (!named) await tx.query("UPDATE template SET name = $2, tags = $3 WHERE id = $1", [known.id, name, tags]);
    const published = known.published === null ? undefined : await contentOfVersion(tx, known.id, known.published);
    const before = draft?.content ?? (published && writeJson(published));
    if (before !== undefined && sameContent(before, text)) return { row: { created: false, unchanged: named, revision: now, problems } };
    const written = await writeDraft(tx, { id: known.id, revision: now, content: text, published: known.published, by });
    if (written === undefined) throw new Error("The draft was not written, although its template is locked.");
    return { row: { created: false, unchanged: false, revision: written, problems } };
  },
);

/** Content as a draft keeps it. In what unit lengths are counted is no word of it: it is always bytes. */
function textOf({ blocks, parameters, samples }: TemplateContent): string {
  return writeJson({ blocks, parameters: asDraft(parameters), samples });
}

function problemsOf(content: TemplateContent): readonly AnswerProblem[] {
  try {
    assertPublishable(content);
    return [];
  } catch (error) {
    if (error instanceof RefusedError) return error.problems;
    throw error;
  }
}

/** Whether two contents say the same, in whatever order their members stand. */
function sameContent(one: string, other: string): boolean {
  return canonicalJson(parseJson(one)) === canonicalJson(parseJson(other));
}
