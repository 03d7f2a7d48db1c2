import type { Sql } from "@/lib/database/sql";
import { writerName, type AnswerProblem } from "@/lib/inputs/answer";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError } from "@/lib/verb/errors";
import type { LockedTemplate } from "./row";
import { unreadableDraft } from "./stored";

interface TemplateRevision {
  templateId: string;
  /** Of the draft, 0 where there never was any. */
  revision: number;
  content: string | null;
  saver: string | null;
  saverIsMember: boolean;
  savedAt: Date | null;
  published: number | null;
  publisher: string | null;
  publisherIsMember: boolean;
  publishedAt: Date | null;
}

async function standingOf(sql: Sql, id: string): Promise<TemplateRevision | undefined> {
  const [row] = await sql.query<TemplateRevision>(
    `SELECT t.template_id AS "templateId", coalesce(d.revision, 0) AS revision, d.content, s.name AS saver, d.updated_by IS NOT NULL AS "saverIsMember",
       d.updated_at AS "savedAt", t.published, p.name AS publisher, t.published_by IS NOT NULL AS "publisherIsMember", t.published_at AS "publishedAt"
     FROM template t LEFT JOIN template_draft d ON d.template_id = t.id
     LEFT JOIN member s ON s.id = d.updated_by LEFT JOIN member p ON p.id = t.published_by WHERE t.id = $1`,
    [id],
  );
  return row;
}

/**
 * The conflict of a writer whose draft is stale: `theirs.content` is the other draft, null where
 * there is none that can be read. A draft that was published counts as changed by the publisher.
 *
 * @param problemFor the problem to report, for the name of the other writer, who may be the same
 *   member in another tab, and what became of the draft
 */
export async function draftConflict(
  sql: Sql,
  id: string,
  problemFor?: (by: string, did: "changed" | "undone" | "published") => AnswerProblem,
): Promise<ConflictError> {
  const now = await standingOf(sql, id);
  const theirs = now?.content ?? null;
  const isPublished =
    theirs === null &&
    now?.publishedAt != null &&
    (now.savedAt === null || now.savedAt <= now.publishedAt);
  const [name, isMember, at] = isPublished
    ? [now.publisher, now.publisherIsMember, now.publishedAt]
    : [now?.saver, now?.saverIsMember ?? true, now?.savedAt];
  const by = writerName(name, isMember);
  // A draft that cannot be read cannot be merged.
  const readable =
    theirs === null || unreadableDraft(now?.templateId ?? "", theirs) !== undefined ? null : theirs;
  const conflict = {
    revision: now?.revision ?? 0,
    by,
    at: at?.toISOString() ?? null,
    theirs: { content: readable },
  };
  return new ConflictError(
    conflict,
    problemFor?.(by, isPublished ? "published" : theirs === null ? "undone" : "changed"),
  );
}

/**
 * Throws `ConflictError` where another version is published than the caller expects; undefined
 * skips the check.
 */
export async function assertPublished(
  sql: Sql,
  id: string,
  { published }: LockedTemplate,
  expected: number | null | undefined,
): Promise<void> {
  if (expected === undefined || expected === published) return;
  const now = await standingOf(sql, id);
  const sentence = published === null ? "No version" : `Version ${published}`;
  const by = writerName(now?.publisher, now?.publisherIsMember ?? true);
  throw new ConflictError(
    {
      revision: now?.revision ?? 0,
      by,
      at: now?.publishedAt?.toISOString() ?? null,
      theirs: { published },
    },
    {
      pointer: "/expectedPublished",
      message: `${sentence} is published now, not ${expected === null ? "none" : `version ${expected}`}. Review the changes, then publish.`,
    },
  );
}

/**
 * Throws `ConflictError` for an archived template: changes to it would not be visible, and it could
 * not be published.
 */
export async function assertOffered(
  sql: Sql,
  {
    id,
    serviceId,
    archived,
    revision,
  }: { id: string; serviceId: string; archived: boolean; revision: number },
): Promise<void> {
  if (!archived) return;
  const archiver = await lastWriter(sql, { actions: ["template.archive"], serviceId, entity: id });
  const conflict = { revision, ...archiver, theirs: { archived } };
  throw new ConflictError(conflict, {
    pointer: "/templateId",
    message: "It is archived. Restore it first.",
  });
}
