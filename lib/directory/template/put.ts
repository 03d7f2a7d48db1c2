import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { worstProblems } from "@/lib/authoring/worst-case";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { AnswerProblem } from "@/lib/inputs/answer";
import { putTemplateSchema, templateIdText } from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import { utf8Bytes } from "@/lib/interface/text";
import { mostContentBytes, type TemplateContent } from "@/lib/template/content";
import { NotFoundError, rejectInput, RefusedError, type ConflictError } from "@/lib/verb/errors";
import { verb, type VerbOutcome, type NoChange } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { readApp } from "../app/find";
import { serviceOfAppid } from "../app/service-of";
import { assertOffered, draftConflict } from "./conflict";
import { findNamed, type NamedTemplate } from "./read-document";
import { lockTemplate } from "./row";
import { insertDraft, storedContent, writeDraft, type StoredContent } from "./store-draft";
import { assertPublishable } from "./store-version";

/** What came of a program's draft, or would come of it. */
export interface PutTemplate {
  created: boolean;
  /** It says what is published, or what the draft said before: nothing was written. */
  unchanged: boolean;
  /** Of the draft, 0 where there never was any. */
  revision: number;
  /**
   * What publishing it would be refused for, by pointers into what was written; what becomes too
   * large with the longest values last.
   */
  problems: readonly AnswerProblem[];
  /** What can be published and is doubtful all the same. */
  warnings: readonly AnswerProblem[];
}

type PutTemplateInput = z.output<typeof putTemplateSchema>;

/**
 * What writing a template's draft by {@link putTemplate} would come to, with the revision that the
 * draft has now. Throws as that does for what cannot be a template.
 */
export const previewPut = view({
  action: "template.read",
  input: putTemplateSchema,
  service: serviceOfAppid,
  run: async ({ sql }, input): Promise<PutTemplate> => {
    const content = contentIn(input);
    const findings = await checkDraft(sql, input);
    const template = await findNamed(sql, input.appid, input.templateId);
    if (!template) {
      assertNewId(input.templateId);
      return { created: true, unchanged: false, revision: 0, ...findings };
    }
    const { revision, named, said } = await standingOf(sql, template, input, content);
    if (!(named && said)) await assertOffered(sql, { ...template, revision });
    return { created: false, unchanged: named && said, revision, ...findings };
  },
});

/**
 * Writes a template's draft as a whole, its name and its tags; creates the template if it does not
 * exist. Content that equals the published version creates no draft. Throws `ConflictError` when
 * the draft is not at the named revision, when the template is created at the same moment, and for
 * an archived template that would be changed.
 */
export const putTemplate = verb({
  action: "template.put",
  input: putTemplateSchema,
  service: serviceOfAppid,
  run: async (
    { tx, actor },
    input,
  ): Promise<VerbOutcome<"template.put", PutTemplate> | NoChange<PutTemplate>> => {
    const { appid, templateId, name, tags } = input;
    const stored = (id: string, row: PutTemplate) => {
      const { created, revision } = row;
      return { row, entity: id, event: { appid, templateId, name, created, revision } };
    };
    const by = memberIdOf(actor);
    const content = contentIn(input);
    const findings = await checkDraft(tx, input);
    const existing = await findNamed(tx, appid, templateId);
    if (!existing) {
      assertNewId(templateId);
      const id = newId();
      const [inserted] = await tx.query(
        `INSERT INTO template (id, app_id, template_id, name, tags, created_by, platforms, languages) SELECT $1, a.id, $3, $4, $5, $6, $7, $8 FROM app a WHERE a.appid = $2
         ON CONFLICT (app_id, template_id) DO NOTHING RETURNING 1`,
        [id, appid, templateId, name, tags, by, content.platforms, content.languages],
      );
      if (!inserted) throw await createdMeanwhile(tx, input);
      await insertDraft(tx, id, content, by);
      return stored(id, { created: true, unchanged: false, revision: 1, ...findings });
    }
    const template = await findLocked(tx, existing.id, input);
    const { revision: now, named, said } = await standingOf(tx, template, input, content);
    if (!(named && said)) await assertOffered(tx, { ...template, revision: now });
    const { revision } = input;
    if (revision !== undefined && revision !== now)
      throw await changedMeanwhile(tx, template, input, now);
    if (named && said)
      return { unchanged: { created: false, unchanged: true, revision: now, ...findings } };
    if (!named)
      await tx.query("UPDATE template SET name = $2, tags = $3 WHERE id = $1", [
        template.id,
        name,
        tags,
      ]);
    if (said)
      return stored(template.id, { created: false, unchanged: false, revision: now, ...findings });
    const saved = await writeDraft(tx, {
      id: template.id,
      revision: now,
      stored: content,
      published: template.published,
      by,
    });
    if (saved === undefined)
      throw new Error("The draft was not written, although its template is locked.");
    return {
      ...stored(template.id, { created: false, unchanged: false, revision: saved, ...findings }),
      changedId: template.id,
    };
  },
});

/** Locks a template, and reads it as the last transaction that had the lock left it. */
async function findLocked(
  tx: Sql,
  id: string,
  { appid, templateId }: PutTemplateInput,
): Promise<NamedTemplate> {
  await lockTemplate(tx, id);
  const template = await findNamed(tx, appid, templateId);
  if (!template) throw new NotFoundError("This template");
  return template;
}

/**
 * How a template stands to what is to be written: the revision of its draft, whether it is called
 * and tagged so, and whether it says so already.
 */
async function standingOf(
  sql: Sql,
  template: NamedTemplate,
  { name, tags }: PutTemplateInput,
  { hash }: StoredContent,
) {
  const [now] = await sql.query<{ said: boolean }>(
    `SELECT coalesce(d.content_hash, v.content_hash) = $2 AS said FROM template t
     LEFT JOIN template_draft d ON d.template_id = t.id LEFT JOIN template_version v ON v.template_id = t.id AND v.version = t.published
     WHERE t.id = $1`,
    [template.id, hash],
  );
  return {
    revision: template.revision,
    named: name === template.name && JSON.stringify(tags) === JSON.stringify(template.tags),
    said: now?.said ?? false,
  };
}

async function createdMeanwhile(
  tx: Sql,
  { appid, templateId }: PutTemplateInput,
): Promise<ConflictError> {
  const existing = await findNamed(tx, appid, templateId);
  return draftConflict(tx, existing?.id ?? newId(), (by) => ({
    pointer: "/templateId",
    message: `${by} created “${templateId}” at the same time. Read it, then write again.`,
  }));
}

/** Says whose the draft is that would be lost, and since when. */
async function changedMeanwhile(
  tx: Sql,
  { id }: NamedTemplate,
  { appid, templateId, revision }: PutTemplateInput,
  now: number,
): Promise<ConflictError> {
  const existing = await findNamed(tx, appid, templateId);
  const when = existing?.at ? ` on ${minuteOf(existing.at)}` : "";
  return draftConflict(tx, id, (by) => {
    const changed =
      existing?.draft == null
        ? "It was published or discarded in the meantime"
        : `${by} changed it${when}`;
    return {
      pointer: "/revision",
      message: `The draft is now at revision ${now}, not ${revision}. ${changed}. Read it again.`,
    };
  });
}

/** A moment as people read it: `2026-11-25 14:07 UTC`. */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function assertNewId(templateId: string): void {
  const wrong = templateIdText.safeParse(templateId).error?.issues[0]?.message;
  if (wrong !== undefined)
    throw new RefusedError({ pointer: "/templateId", message: `templateId: ${wrong}.` });
}

/** Returns content as a draft stores it. Throws for more than a draft holds. */
function contentIn({ blocks, parameters, samples, languages }: TemplateContent): StoredContent {
  const text = writeJson({ blocks, parameters, samples, languages });
  if (utf8Bytes(text) > mostContentBytes)
    rejectInput(`A template takes at most ${mostContentBytes.toLocaleString("en")} bytes.`);
  return storedContent(text);
}

/** Returns why a draft cannot be published, and warnings. */
async function checkDraft(
  sql: Sql,
  input: PutTemplateInput,
): Promise<Record<"problems" | "warnings", readonly AnswerProblem[]>> {
  try {
    assertPublishable(input);
  } catch (error) {
    // Sizes with the longest values are checked only for drafts without other problems.
    if (error instanceof RefusedError) return { problems: error.problems, warnings: [] };
    throw error;
  }
  const { appid, templateId } = input;
  return worstProblems(input, { appid, templateId, app: await readApp(sql, appid) });
}
