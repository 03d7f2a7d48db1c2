import { z } from "zod";
import { database, type Sql } from "@/lib/database/sql";
import { templateNameSchema } from "@/lib/inputs/template";
import { parseJson } from "@/lib/interface/exact-json";
import { isSendable } from "@/lib/interface/text";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { serviceOfAppid } from "../app/service-of";
import type { TemplateFacts } from "./open";
import { assertReadableDraft } from "./stored";
import { publishedVersion } from "./version-content";

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
  /** Name of who saved the draft last, or published this version first; null for programs. */
  by: string | null;
  /** When that was, ISO 8601, UTC. */
  at: string | null;
  /** `blocks`, `parameters`, `samples` and `languages`; of a draft as far as they are written. */
  content: Record<string, unknown>;
}

/** A template with its draft, by the name that programs give it. */
export interface NamedTemplate extends TemplateFacts {
  draft: string | null;
  /** Of the draft. */
  by: string | null;
  at: Date | null;
}

/** Reads the template that a program names. Undefined where there is none. */
export async function findNamed(
  sql: Sql,
  appid: string,
  templateId: string,
): Promise<NamedTemplate | undefined> {
  const [row] = await sql.query<NamedTemplate>(
    `SELECT t.id, a.service_id AS "serviceId", a.appid, t.template_id AS "templateId", t.name, coalesce(t.tags, '{}') AS tags, t.published, t.archived_at IS NOT NULL AS archived,
       coalesce(d.revision, 0) AS revision, d.content AS draft, m.name AS by, d.updated_at AS at
     FROM template t JOIN app a ON a.id = t.app_id LEFT JOIN template_draft d ON d.template_id = t.id LEFT JOIN member m ON m.id = d.updated_by
     WHERE a.appid = $1 AND t.template_id = $2`,
    [appid, templateId],
  );
  return row;
}

/**
 * The template that a program names, as verbs name it, which ask whose it is; undefined where there
 * is none.
 */
export async function templateNamed({
  appid,
  templateId,
}: z.output<typeof templateNameSchema>): Promise<
  { id: string; serviceId: string; revision: number } | undefined
> {
  return isSendable(appid) && isSendable(templateId)
    ? findNamed(database(), appid, templateId)
    : undefined;
}

/**
 * A template as a program reads it: a version, or the draft, or what is published where nothing was
 * changed since. Throws `NotFoundError`, and `UnreadableError` for a draft or a version that cannot
 * be read.
 */
export const readDocument = view({
  action: "template.read",
  input: templateNameSchema.extend({ version: z.int32().optional() }),
  service: serviceOfAppid,
  run: async (
    { sql },
    { appid, templateId, version: requestedVersion },
  ): Promise<TemplateDocument> => {
    const row = await findNamed(sql, appid, templateId);
    if (!row) throw new NotFoundError("This template");
    const { draft, templateId: id, id: rowId, serviceId: _, by, at, ...facts } = row;
    const version = requestedVersion ?? (draft === null ? row.published : null);
    if (version === null && draft !== null) assertReadableDraft(row, draft);
    const said =
      version === null
        ? { hash: null, by, at, content: parseJson(draft ?? "{}") as TemplateDocument["content"] }
        : await publishedVersion(sql, rowId, version);
    if (!said) throw new NotFoundError("This version");
    return { ...facts, id, version, ...said, at: said.at?.toISOString() ?? null };
  },
});
