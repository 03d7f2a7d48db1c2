import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { writerName } from "@/lib/inputs/answer";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import type { TemplateState } from "./list";
import { serviceOfTemplate } from "./row";
import { unreadableDraft, UnreadableError } from "./stored";
import { readableVersion, unreadableError, versionText } from "./version-content";

/** A version in a template's history. */
export interface VersionRow {
  version: number;
  note: string;
  /** Name of who published it first; null for programs. */
  by: string | null;
  /** ISO 8601, UTC. */
  at: string;
  /** SHA-256 of what it sends, hex. */
  hash: string;
  parent: number | null;
}

/** A template without what it says. */
export interface TemplateFacts {
  id: string;
  serviceId: string;
  appid: string;
  templateId: string;
  name: string;
  tags: string[];
  published: number | null;
  archived: boolean;
  /** Of the draft, also while there is none: what the next save names. */
  revision: number;
}

/** A template as its page opens it. */
export interface OpenTemplate extends TemplateFacts {
  /**
   * Its draft; null where nothing was changed since the version `parent`, and where it cannot be
   * read.
   */
  draft: { content: string; by: string | null; at: string } | null;
  /**
   * Why the draft that is stored cannot be read, or else the version that is published, in a
   * sentence. A save, or publishing, replaces it.
   */
  unreadable: string | undefined;
  /**
   * What the published version says, as the content of a draft: JSON text; null where there is
   * none, and where it cannot be read.
   */
  publishedContent: string | null;
  /** The latest first, at most 100. */
  versions: VersionRow[];
}

const mostVersions = 100;

/** What a template is, as lists say it. */
export function stateOf({
  archived,
  published,
  draft,
}: Pick<OpenTemplate, "archived" | "published" | "draft">): TemplateState {
  if (archived) return "archived";
  if (published === null) return "draft";
  return draft ? "changed" : "published";
}

/** One template with its draft and its history, archived or not. Throws `NotFoundError`. */
export const openTemplate = view({
  action: "template.read",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ sql }, { id }): Promise<OpenTemplate> => {
    const [row] = await sql.query<
      TemplateFacts & { content: string | null; by: string | null; at: Date | null }
    >(
      `SELECT t.id, a.service_id AS "serviceId", a.appid, t.template_id AS "templateId", t.name, coalesce(t.tags, '{}') AS tags, t.published, t.archived_at IS NOT NULL AS archived,
       coalesce(d.revision, 0) AS revision, d.content, m.name AS by, d.updated_at AS at
     FROM template t JOIN app a ON a.id = t.app_id LEFT JOIN template_draft d ON d.template_id = t.id LEFT JOIN member m ON m.id = d.updated_by WHERE t.id = $1`,
      [id],
    );
    if (!row) throw new NotFoundError("This template");
    const { content, by, at, ...template } = row;
    const wrong = content === null ? undefined : unreadableDraft(template.templateId, content);
    const draft =
      content === null || wrong !== undefined ? null : { content, by, at: at?.toISOString() ?? "" };
    const published =
      template.published === null
        ? undefined
        : await versionText(sql, id, template.published).catch(unreadableError);
    const unreadable =
      wrong ?? (published instanceof UnreadableError ? published.message : undefined);
    const publishedContent =
      published === undefined || published instanceof UnreadableError ? null : published;
    return {
      ...template,
      draft,
      unreadable,
      publishedContent,
      versions: await versionsOf(sql, id),
    };
  },
});

async function versionsOf(sql: Sql, id: string): Promise<VersionRow[]> {
  const rows = await sql.query<WithDates<VersionRow, "at">>(
    `SELECT v.version, v.note, m.name AS by, v.created_at AS at, encode(v.hash, 'hex') AS hash, v.parent
     FROM template_version v LEFT JOIN member m ON m.id = v.created_by WHERE v.template_id = $1 ORDER BY v.version DESC LIMIT ${mostVersions}`,
    [id],
  );
  return rows.map(isoTimes);
}

/** A draft as an editor goes along with it. */
export interface CurrentDraft {
  /**
   * What the draft says; where there is none that can be read, what is published; nothing where
   * that cannot be read either. JSON text.
   */
  content: string;
  revision: number;
  /** Who saved it: a name, or what kind of writer it was. */
  by: string;
  published: number | null;
}

/** What a template says now, while it is being written. Throws `NotFoundError`. */
export const findTemplateDraft = view({
  action: "template.read",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ sql }, { id }): Promise<CurrentDraft> => {
    const [row] = await sql.query<
      Omit<CurrentDraft, "content" | "by"> & {
        content: string | null;
        templateId: string;
        name: string | null;
        isMember: boolean;
      }
    >(
      `SELECT coalesce(d.revision, 0) AS revision, d.content, m.name, d.updated_by IS NOT NULL AS "isMember", t.published, t.template_id AS "templateId"
     FROM template t LEFT JOIN template_draft d ON d.template_id = t.id LEFT JOIN member m ON m.id = d.updated_by WHERE t.id = $1`,
      [id],
    );
    if (!row) throw new NotFoundError("This template");
    const { content, templateId, name, isMember, ...draft } = row;
    const facts = { ...draft, by: writerName(name, isMember) };
    if (content !== null && unreadableDraft(templateId, content) === undefined)
      return { ...facts, content };
    const { published } = facts;
    return {
      ...facts,
      content: (published === null ? undefined : await readableVersion(sql, id, published)) ?? "{}",
    };
  },
});
