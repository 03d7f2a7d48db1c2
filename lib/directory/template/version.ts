import { cached } from "@/lib/database/cached";
import { database } from "@/lib/database/sql";
import type { TemplateReference, TemplateVersion } from "@/lib/template/resolve";
import { readStored, type VersionText } from "./stored";

/**
 * A template version with the id of its row, which a message keeps: what was accepted is sent, even
 * if another is published later.
 */
export interface StoredVersion extends TemplateVersion {
  id: string;
}

type Row = VersionText & { id: string };

const select = `SELECT v.id, t.template_id AS "templateId", v.version, v.content FROM template_version v JOIN template t ON t.id = v.template_id`;
const ttlMs = 5_000;

/**
 * The version that a request names: the pinned one, else the published one (contract 6). Undefined
 * when there is none, it is archived, or it cannot be read.
 */
export async function findVersion(
  appId: string,
  reference: TemplateReference,
): Promise<StoredVersion | undefined> {
  const version = await named(appId, reference);
  return typeof version === "string" ? undefined : version;
}

/**
 * Why the version that a request names cannot be read, in a sentence that names it; undefined where
 * it can, and where there is none.
 */
export async function unreadableVersion(
  appId: string,
  reference: TemplateReference,
): Promise<string | undefined> {
  const version = await named(appId, reference);
  return typeof version === "string" ? version : undefined;
}

function named(
  appId: string,
  { templateId, version }: TemplateReference,
): Promise<StoredVersion | string | undefined> {
  return cached("template-version", `${appId}:${version ?? ""}:${templateId}`, ttlMs, async () =>
    stored(
      await database().query<Row>(
        `${select} WHERE t.app_id = $1 AND t.template_id = $2 AND t.archived_at IS NULL AND v.version = coalesce($3::int, t.published)`,
        [appId, templateId, version ?? null],
      ),
    ),
  );
}

/**
 * A version by the id of its row, archived or not. Undefined when there is none, or it cannot be
 * read.
 */
export async function versionById(id: string): Promise<StoredVersion | undefined> {
  return cached("template-version-by-id", id, 60_000, async () => {
    const version = stored(await database().query<Row>(`${select} WHERE v.id = $1`, [id]));
    return typeof version === "string" ? undefined : version;
  });
}

/** What a row holds, or why it cannot be read. */
function stored([row]: Row[]): StoredVersion | string | undefined {
  if (!row) return undefined;
  const read = readStored(row);
  return "unreadable" in read ? read.unreadable : { id: row.id, ...read.version };
}
