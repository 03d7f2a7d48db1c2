import { createHash } from "node:crypto";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { writeJson } from "@/lib/interface/exact-json";
import { checkTemplate } from "@/lib/template/check-template";
import type { SentContent } from "@/lib/template/content";
import { RefusedError } from "@/lib/verb/errors";

/** Where the interface's rules point to in a request that had written the blocks. */
const inRequest = "/channels/push";

/**
 * Throws `RefusedError` with everything that the interface refuses in what a template says, by
 * pointers into the content.
 */
export function assertPublishable({ blocks, parameters, languages }: SentContent): void {
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
function sentHash({ blocks, parameters, languages }: SentContent): Uint8Array<ArrayBuffer> {
  const parts = [blocks, parameters, ...(languages.length > 0 ? [languages] : [])];
  const text = parts.map((part) => writeJson(part)).join("\n");
  return Uint8Array.from(createHash("sha256").update(text).digest());
}

/** What its publisher adds to a version. */
interface PublishedBy {
  note: string;
  by: string | null;
}

/**
 * Stores the draft of a template as its next version and publishes it. Returns its number. The
 * template's row is locked by its caller.
 *
 * @param sent the content of the draft, as it is read to be sent
 */
export async function storeVersion(
  tx: Sql,
  id: string,
  sent: SentContent,
  { note, by }: PublishedBy,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `INSERT INTO template_version (id, template_id, version, content, content_hash, platforms, languages, note, hash, parent, created_by)
     SELECT $1, d.template_id, coalesce((SELECT max(version) FROM template_version WHERE template_id = d.template_id), 0) + 1,
       d.content, d.content_hash, d.platforms, d.languages, $3, $4, d.parent, $5::uuid
     FROM template_draft d WHERE d.template_id = $2 RETURNING version`,
    [newId(), id, note, sentHash(sent), by],
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
    `UPDATE template t SET published = v.version, published_at = now(), published_by = $3, platforms = v.platforms, languages = v.languages
     FROM template_version v WHERE t.id = $1 AND v.template_id = t.id AND v.version = $2`,
    [id, version, by],
  );
}
