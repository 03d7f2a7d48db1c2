import { createHash } from "node:crypto";
import { contentOfDraft } from "@/lib/authoring/template-draft";
import type { Sql } from "@/lib/database/sql";
import type { Platform } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import { canonicalContent, platformsOf } from "@/lib/template/content";

/** SHA-256 of content in canonical form: equal hashes are equal contents. */
export function contentHash(content: unknown): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(canonicalContent(content)).digest());
}

/** A content as drafts and versions store it. */
export interface StoredContent {
  /** JSON text, as it was written. */
  content: string;
  hash: Uint8Array<ArrayBuffer>;
  /** Platforms and languages that it has, even if it is invalid otherwise. */
  platforms: Platform[];
  languages: string[];
}

/** Returns a content, JSON text, with the columns that are stored next to it. */
export function storedContent(content: string): StoredContent {
  const parsed = parseJson(content) as Record<string, unknown>;
  const { blocks, languages } = contentOfDraft(parsed);
  return {
    content,
    hash: contentHash(parsed),
    platforms: platformsOf(blocks),
    languages: [...new Set(languages.map(({ language }) => language))].toSorted(),
  };
}

/** Stores the first draft of a template that was inserted in this transaction. */
export async function insertDraft(
  tx: Sql,
  id: string,
  { content, hash, platforms, languages }: StoredContent,
  by: string | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO template_draft (template_id, content, content_hash, platforms, languages, revision, updated_by)
     VALUES ($1, $2, $3, $4, $5, 1, $6)`,
    [id, content, hash, platforms, languages, by],
  );
}

/** Of a draft that has no changes. */
const noContent = {
  content: null,
  hash: null,
  platforms: [] as string[],
  languages: [] as string[],
};

interface WrittenDraft {
  id: string;
  /** Of the draft that it replaces; 0 where there never was any. */
  revision: number;
  stored: StoredContent;
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
  { id, revision, stored, published, by }: WrittenDraft,
): Promise<number | undefined> {
  const { hash, platforms, languages } = stored;
  const isPublished =
    published !== null &&
    (await tx.prisma.templateVersion.count({
      where: { templateId: id, version: published, contentHash: hash },
    })) > 0;
  const draft = isPublished ? noContent : stored;
  const [saved] = await tx.query<{ revision: number }>(
    `INSERT INTO template_draft AS d (template_id, content, content_hash, platforms, languages, revision, parent, updated_by)
     SELECT $1, $3, $4, $5::text[], $6::text[], 1, $7, $8 WHERE $2 = 0 OR EXISTS (SELECT 1 FROM template_draft WHERE template_id = $1)
     ON CONFLICT (template_id) DO UPDATE SET content = excluded.content, content_hash = excluded.content_hash, platforms = excluded.platforms,
       languages = excluded.languages, revision = d.revision + 1, updated_by = excluded.updated_by, updated_at = now(),
       parent = CASE WHEN d.content IS NULL THEN excluded.parent ELSE d.parent END
     WHERE d.revision = $2 RETURNING d.revision`,
    [id, revision, draft.content, draft.hash, draft.platforms, draft.languages, published, by],
  );
  if (!saved) {
    // The same once more is no conflict: its first answer was lost on the way.
    const same = await tx.prisma.templateDraft.findFirst({
      where: { templateId: id, contentHash: isPublished ? null : hash },
      select: { revision: true },
    });
    return same?.revision;
  }
  // Platforms and languages that are shown while no version is published. Each change of the row
  // notifies all processes, so it is written only when they differ.
  await tx.query(
    `UPDATE template SET platforms = $2, languages = $3
     WHERE id = $1 AND published IS NULL AND (platforms IS DISTINCT FROM $2 OR languages IS DISTINCT FROM $3::text[])`,
    [id, platforms, languages],
  );
  return saved.revision;
}
