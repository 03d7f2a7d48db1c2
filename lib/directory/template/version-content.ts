import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { writeJson } from "@/lib/interface/exact-json";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { serviceOfTemplate } from "./row";
import { readStored, UnreadableError, type VersionText, type UnreadableFacts } from "./stored";

/**
 * What one version says, as the content of a draft: JSON text. Throws `NotFoundError`, and
 * `UnreadableError` for one that cannot be read.
 */
export const readVersion = view({
  action: "template.read",
  input: z.object({ id: z.string(), version: z.int32() }),
  service: serviceOfTemplate,
  run: async ({ sql }, { id, version }): Promise<string> => {
    const content = await versionText(sql, id, version);
    if (content === undefined) throw new NotFoundError("This version");
    return content;
  },
});

interface PublishedVersion {
  /** SHA-256 of what it sends, hex. */
  hash: string;
  /** Name of who published it first; null for programs. */
  by: string | null;
  at: Date;
  /** What it says, as the content of a draft. */
  content: Record<string, unknown>;
}

/**
 * Returns one version of a template; undefined where there is none. Throws `UnreadableError` for
 * one that cannot be read. The caller has checked the access to the template.
 */
export async function publishedVersion(
  sql: Sql,
  id: string,
  version: number,
): Promise<PublishedVersion | undefined> {
  const [row] = await sql.query<
    VersionText &
      Required<Omit<UnreadableFacts, "version" | "at">> &
      Pick<PublishedVersion, "hash" | "at">
  >(
    `SELECT t.template_id AS "templateId", v.version, v.content, encode(v.hash, 'hex') AS hash,
       t.published, t.archived_at IS NOT NULL AS archived, coalesce(d.revision, 0) AS revision, m.name AS by, v.created_at AS at
     FROM template_version v JOIN template t ON t.id = v.template_id LEFT JOIN template_draft d ON d.template_id = t.id LEFT JOIN member m ON m.id = v.created_by
     WHERE v.template_id = $1 AND v.version = $2`,
    [id, version],
  );
  if (!row) return undefined;
  const { published, archived, revision, hash, by, at } = row;
  const read = readStored(row);
  if ("unreadable" in read)
    throw new UnreadableError(read.unreadable, { revision, version, published, archived, by, at });
  const { blocks, parameters, languages } = read.version;
  return { hash, by, at, content: { blocks, parameters, samples: read.samples, languages } };
}

/**
 * What one version says, as the content of a draft: JSON text. Undefined where there is none, and
 * where it cannot be read.
 */
export async function readableVersion(
  sql: Sql,
  id: string,
  version: number,
): Promise<string | undefined> {
  const text = await versionText(sql, id, version).catch(unreadableError);
  return text instanceof UnreadableError ? undefined : text;
}

/** {@link readableVersion}; throws `UnreadableError` for one that cannot be read. */
export async function versionText(
  sql: Sql,
  id: string,
  version: number,
): Promise<string | undefined> {
  const read = await publishedVersion(sql, id, version);
  return read && writeJson(read.content);
}

/** Returns an `UnreadableError` as a value, and throws every other error. */
export function unreadableError(error: unknown): UnreadableError {
  if (error instanceof UnreadableError) return error;
  throw error;
}
