import type { Sql } from "@/lib/database/sql";
import { needlesOf, type Person } from "./person";
import { cleanDraft, cleanText } from "./scrub";

/** Campaigns of one transaction: a draft may have a megabyte. */
const batch = 20;

const holding = `c.service_id = $1 AND c.id > $2 AND EXISTS (
  SELECT 1 FROM unnest($3::text[]) AS n(text) WHERE strpos(c.draft, n.text) > 0 OR strpos(c.request, n.text) > 0 OR strpos(c.name, n.text) > 0)`;

/** Where the campaigns of a service begin. */
export const firstCampaign = "00000000-0000-0000-0000-000000000000";

/**
 * The next campaigns that hold the person, with what they would be without; `next` is null when
 * there are no more.
 */
async function nextCampaigns(sql: Sql, person: Person, after: string) {
  const rows = await sql.query<{
    id: string;
    state: string;
    name: string;
    draft: string;
    request: string | null;
  }>(
    `SELECT c.id, c.state, c.name, c.draft, c.request FROM campaign c WHERE ${holding} ORDER BY c.id LIMIT ${batch}`,
    [person.serviceId, after, needlesOf(person)],
  );
  const cleaned = rows.map((row) => ({
    ...row,
    clean: {
      name: cleanText(row.name, person),
      draft: cleanDraft(row.draft, person),
      request: row.request === null ? null : cleanDraft(row.request, person),
    },
  }));
  const changed = cleaned.filter(
    ({ draft, request, name, clean }) =>
      clean.name !== name || clean.draft !== draft || clean.request !== request,
  );
  return { changed, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) };
}

const isUnderWay = (state: string) => state === "scheduled" || state === "sending";

/**
 * Removes a person from the next campaigns that are not under way. An editor with such a draft open
 * has its next save refused.
 */
export async function cleanCampaigns(
  tx: Sql,
  person: Person,
  after: string,
): Promise<{ campaigns: number; next: string | null }> {
  const { changed, next } = await nextCampaigns(tx, person, after);
  let campaigns = 0;
  for (const { id, clean } of changed.filter(({ state }) => !isUnderWay(state))) {
    const updated = await tx.query<{ id: string }>(
      `UPDATE campaign SET name = $2, draft = $3, request = $4, revision = revision + 1 WHERE id = $1 AND state NOT IN ('scheduled', 'sending') RETURNING id`,
      [id, clean.name, clean.draft, clean.request],
    );
    campaigns += updated.length;
  }
  return { campaigns, next };
}

/**
 * Campaigns that hold a person by themselves: those to be changed, and those that are scheduled or
 * being sent.
 */
export async function countCampaigns(
  sql: Sql,
  person: Person,
): Promise<{ idle: number; underWay: number }> {
  const counted = { idle: 0, underWay: 0 };
  for (let after: string | null = firstCampaign; after !== null;) {
    const { changed, next }: Awaited<ReturnType<typeof nextCampaigns>> = await nextCampaigns(
      sql,
      person,
      after,
    );
    for (const { state } of changed) counted[isUnderWay(state) ? "underWay" : "idle"] += 1;
    after = next;
  }
  return counted;
}

/** Campaigns that are scheduled or being sent to a list that a person is in. */
export async function campaignsToTheirLists(
  sql: Sql,
  { serviceId }: Person,
  lists: readonly string[],
): Promise<number> {
  const [counted] = await sql.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM campaign WHERE service_id = $1 AND state IN ('scheduled', 'sending') AND audience_id = ANY($2::uuid[])",
    [serviceId, lists],
  );
  return counted?.n ?? 0;
}
