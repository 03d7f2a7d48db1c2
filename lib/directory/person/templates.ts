import type { Sql } from "@/lib/database/sql";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import { isObject } from "@/lib/interface/value-shape";
import { contentHash } from "../template/store-draft";
import { needlesOf, type Person } from "./person";
import { cleanDraft, cleanText } from "./scrub";

/** Templates of one transaction: a draft may have a megabyte. */
const batch = 20;

/** The next templates whose draft, versions or notes may hold the person. */
async function nextTemplates(sql: Sql, person: Person, after: string) {
  const rows = await sql.query<{ id: string }>(
    `SELECT t.id FROM template t LEFT JOIN template_draft d ON d.template_id = t.id
     WHERE t.service_id = $1 AND t.id > $2 AND EXISTS (SELECT 1 FROM unnest($3::text[]) AS n(text) WHERE strpos(d.content, n.text) > 0
       OR EXISTS (SELECT 1 FROM template_version v WHERE v.template_id = t.id AND (strpos(v.content, n.text) > 0 OR strpos(v.note, n.text) > 0)))
     ORDER BY t.id LIMIT ${batch}`,
    [person.serviceId, after, needlesOf(person)],
  );
  return { rows, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) };
}

/**
 * Removes a person from the next templates: the sample sets of draft and versions that name them
 * go, since their other values are theirs as well; marks stand in place of their ids in what else a
 * draft says and in notes. What a version sends stays as it was published. An editor with such a
 * draft open has its next save refused.
 */
export async function cleanTemplates(
  tx: Sql,
  person: Person,
  after: string,
): Promise<{ templates: number; next: string | null }> {
  const { rows, next } = await nextTemplates(tx, person, after);
  let templates = 0;
  for (const { id } of rows) {
    // A save that was under way has ended.
    await tx.query("SELECT FROM template WHERE id = $1 FOR UPDATE", [id]);
    const { draft, versions } = await cleanCopies(tx, person, id);
    if (draft !== undefined)
      await tx.query(
        "UPDATE template_draft SET content = $2, content_hash = $3, revision = revision + 1, updated_at = now() WHERE template_id = $1",
        [id, draft, hashOf(draft)],
      );
    for (const { id: version, content, note } of versions)
      await tx.query(
        "UPDATE template_version SET content = $2, content_hash = $3, note = $4 WHERE id = $1",
        [version, content, hashOf(content), note],
      );
    if (draft !== undefined || versions.length > 0) templates += 1;
  }
  return { templates, next };
}

/** Templates that hold a person. */
export async function countTemplates(sql: Sql, person: Person): Promise<number> {
  let count = 0;
  let after: string | null = firstTemplate;
  while (after !== null) {
    const page: Awaited<ReturnType<typeof nextTemplates>> = await nextTemplates(sql, person, after);
    for (const { id } of page.rows) {
      const { draft, versions } = await cleanCopies(sql, person, id);
      if (draft !== undefined || versions.length > 0) count += 1;
    }
    after = page.next;
  }
  return count;
}

/** Where the templates of a service begin. */
export const firstTemplate = "00000000-0000-0000-0000-000000000000";

interface Version {
  id: string;
  content: string;
  note: string;
}

/** Returns the draft and the versions of a template that hold a person, without them. */
async function cleanCopies(
  sql: Sql,
  person: Person,
  id: string,
): Promise<{ draft: string | undefined; versions: Version[] }> {
  const [row] = await sql.query<{ content: string | null }>(
    "SELECT content FROM template_draft WHERE template_id = $1",
    [id],
  );
  const draft = row?.content ?? undefined;
  const cleanedDraft = draft && cleanDraft(withoutSets(draft, person), person);
  const versions = await sql.query<Version>(
    "SELECT id, content, note FROM template_version WHERE template_id = $1 ORDER BY version",
    [id],
  );
  return {
    draft: cleanedDraft === draft ? undefined : cleanedDraft,
    versions: versions.flatMap((version) => {
      const content = withoutSets(version.content, person);
      const note = cleanText(version.note, person);
      return content === version.content && note === version.note
        ? []
        : [{ id: version.id, content, note }];
    }),
  };
}

/** A content without the sample sets that name the person; one that cannot be read stays. */
function withoutSets(text: string, person: Person): string {
  const content = contentIn(text);
  if (!isObject(content) || !Array.isArray(content["samples"])) return text;
  const samples = content["samples"].filter((set) => {
    const setText = writeJson({ set: set as unknown });
    return cleanDraft(setText, person) === setText;
  });
  return samples.length === content["samples"].length ? text : writeJson({ ...content, samples });
}

/** Returns the hash of a content; of one that cannot be read, that of its text. */
function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return contentHash(contentIn(text) ?? text);
}

function contentIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
