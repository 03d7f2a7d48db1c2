import type { Sql } from "@/lib/database/sql";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import { isObject } from "@/lib/interface/value-shape";
import { needlesOf, type Person } from "./person";
import { cleanDraft, cleanText } from "./scrub";

/** Templates of one transaction: a draft may have a megabyte. */
const batch = 20;

const naming = `t.service_id = $1 AND t.id > $2 AND EXISTS (SELECT 1 FROM unnest($3::text[]) AS n(text) WHERE strpos(d.content, n.text) > 0
  OR EXISTS (SELECT 1 FROM template_version v WHERE v.template_id = t.id AND (strpos(v.samples::text, n.text) > 0 OR strpos(v.note, n.text) > 0)))`;

/** The next templates whose draft, samples or notes hold the person. */
async function nextTemplates(sql: Sql, person: Person, after: string) {
  const rows = await sql.query<{ id: string }>(
    `SELECT t.id FROM template t LEFT JOIN template_draft d ON d.template_id = t.id WHERE ${naming} ORDER BY t.id LIMIT ${batch}`,
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
    await tx.query("SELECT FROM template WHERE id = $1 FOR UPDATE", [id]);
    const isDraftChanged = await cleanTemplateDraft(tx, person, id);
    if ((await cleanVersions(tx, person, id)) || isDraftChanged) templates += 1;
  }
  return { templates, next };
}

/** Reads the draft once its template is locked: a save that was under way has ended. */
async function cleanTemplateDraft(tx: Sql, person: Person, id: string): Promise<boolean> {
  const [draft] = await tx.query<{ content: string | null }>(
    "SELECT content FROM template_draft WHERE template_id = $1 FOR UPDATE",
    [id],
  );
  if (!draft || draft.content === null) return false;
  const clean = cleanContent(draft.content, person);
  if (clean === draft.content) return false;
  await tx.query(
    "UPDATE template_draft SET content = $2, revision = revision + 1, updated_at = now() WHERE template_id = $1",
    [id, clean],
  );
  return true;
}

async function cleanVersions(tx: Sql, person: Person, id: string): Promise<boolean> {
  const versions = await tx.query<{ id: string; samples: string; note: string }>(
    "SELECT id, samples::text, note FROM template_version WHERE template_id = $1 ORDER BY version",
    [id],
  );
  let changed = false;
  for (const version of versions) {
    const samples = withoutSets(JSON.parse(version.samples) as unknown[], person);
    const note = cleanText(version.note, person);
    if (samples === undefined && note === version.note) continue;
    changed = true;
    await tx.query("UPDATE template_version SET samples = $2::jsonb, note = $3 WHERE id = $1", [
      version.id,
      samples === undefined ? version.samples : JSON.stringify(samples),
      note,
    ]);
  }
  return changed;
}

/** Templates that hold a person. */
export async function countTemplates(sql: Sql, person: Person): Promise<number> {
  const [counted] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM template t LEFT JOIN template_draft d ON d.template_id = t.id WHERE ${naming}`,
    [person.serviceId, firstTemplate, needlesOf(person)],
  );
  return counted?.n ?? 0;
}

/** Where the templates of a service begin. */
export const firstTemplate = "00000000-0000-0000-0000-000000000000";

/** A draft without the person; one that cannot be read is cleaned as a text. */
function cleanContent(draft: string, person: Person): string {
  return cleanDraft(withoutSetsIn(draft, person), person);
}

function withoutSetsIn(draft: string, person: Person): string {
  let content: unknown;
  try {
    content = parseJson(draft);
  } catch {
    return draft;
  }
  if (!isObject(content) || !Array.isArray(content["samples"])) return draft;
  const samples = withoutSets(content["samples"], person);
  return samples === undefined
    ? draft
    : writeJson({ ...content, samples } as Parameters<typeof writeJson>[0]);
}

/** The sample sets that do not name the person; undefined where none does. */
function withoutSets(samples: readonly unknown[], person: Person): unknown[] | undefined {
  const left = samples.filter((set) => {
    const text = writeJson({ set } as Parameters<typeof writeJson>[0]);
    return cleanDraft(text, person) === text;
  });
  return left.length === samples.length ? undefined : left;
}
