import { createHash } from "node:crypto";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { writeJson } from "@/lib/interface/exact-json";
import { checkTemplate } from "@/lib/template/check-template";
import { platformsOf, type TemplateContent } from "@/lib/template/content";
import { RefusedError } from "@/lib/verb/errors";

/** Where the interface's rules point to in a request that had written the blocks. */
const inRequest = "/channels/push";

/**
 * Throws `RefusedError` with everything that the interface refuses in what a template says, by
 * pointers into the content.
 */
export function assertPublishable({
  blocks,
  parameters,
  languages,
}: Omit<TemplateContent, "samples">): void {
  const problems = checkTemplate(blocks, parameters, languages);
  if (problems.length > 0)
    throw new RefusedError(
      ...problems.map((one) => ({ ...one, pointer: one.pointer.replace(inRequest, "/blocks") })),
    );
}

/**
 * SHA-256 of what a version sends: blocks as they are written, parameters, and texts in other
 * languages where there are any. Samples and the note are no part of it.
 */
export function contentHash({
  blocks,
  parameters,
  languages,
}: Omit<TemplateContent, "samples">): Buffer {
  const texts = languages.length > 0 ? `\n${writeJson(languages)}` : "";
  return createHash("sha256")
    .update(`${writeJson(blocks)}\n${writeJson(parameters)}${texts}`)
    .digest();
}

/** The facts of a version without its content. */
export interface VersionFacts {
  note: string;
  /** The version that its draft was based on. */
  parent: number | null;
  by: string | null;
}

/**
 * Stores the next version of a template and publishes it. Returns its number. The template's row is
 * locked by its caller.
 */
export async function storeVersion(
  tx: Sql,
  id: string,
  content: TemplateContent,
  { note, parent, by }: VersionFacts,
): Promise<number> {
  const { blocks, parameters, samples, languages } = content;
  const [row] = await tx.query<{ version: number }>(
    `INSERT INTO template_version (id, template_id, version, blocks, parameters, samples, languages, platforms, note, hash, parent, created_by)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4::jsonb, $5::jsonb, $6, $7::text[], $8, decode($9, 'hex'), $10::int, $11::uuid
     FROM template_version WHERE template_id = $2 RETURNING version`,
    [
      newId(),
      id,
      writeJson(blocks),
      JSON.stringify(parameters),
      JSON.stringify(samples),
      JSON.stringify(languages),
      platformsOf(blocks),
      note,
      contentHash(content).toString("hex"),
      parent,
      by,
    ],
  );
  if (!row) throw new Error("The template's version was not stored.");
  await point(tx, id, row.version, by);
  return row.version;
}

/** Makes a version the published one. */
export async function point(
  tx: Sql,
  id: string,
  version: number,
  by: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE template SET published = $2, published_at = now(), published_by = $3,
       platforms = (SELECT v.platforms FROM template_version v WHERE v.template_id = $1 AND v.version = $2),
       languages = ARRAY(SELECT l->>'language' FROM template_version v CROSS JOIN LATERAL jsonb_array_elements(v.languages::jsonb) l
         WHERE v.template_id = $1 AND v.version = $2 ORDER BY 1) WHERE id = $1`,
    [id, version, by],
  );
}
