import { openStates } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { needlesOf, type Person } from "./person";
import { cleanDraft, cleanText } from "./scrub";

/** Campaigns of one transaction: a draft may have a megabyte. */
const batch = 20;

const holding = `c.service_id = $1 AND c.id > $2 AND EXISTS (
  SELECT 1 FROM unnest($3::text[]) AS n(text) WHERE strpos(c.draft, n.text) > 0 OR strpos(c.name, n.text) > 0
    OR EXISTS (SELECT 1 FROM campaign_order i WHERE i.campaign_id = c.id AND strpos(i.request, n.text) > 0))`;

interface OrderText {
  id: string;
  request: string;
}

/** Whether a campaign `c` has an order, or a further run, that is yet to be sent. */
const underWay = `EXISTS (SELECT 1 FROM campaign_order u WHERE u.campaign_id = c.id AND u.state IN ${openStates})`;

/** Where the campaigns of a service begin. */
export const firstCampaign = "00000000-0000-0000-0000-000000000000";

/**
 * The next campaigns that hold the person, with what they would be without; `next` is null when
 * there are no more.
 */
async function nextCampaigns(sql: Sql, person: Person, after: string) {
  const rows = await sql.query<{
    id: string;
    isUnderWay: boolean;
    name: string;
    draft: string;
    orders: OrderText[];
  }>(
    `SELECT c.id, ${underWay} AS "isUnderWay", c.name, c.draft,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'request', i.request)), '[]') FROM campaign_order i WHERE i.campaign_id = c.id) AS orders
     FROM campaign c WHERE ${holding} ORDER BY c.id LIMIT ${batch}`,
    [person.serviceId, after, needlesOf(person)],
  );
  const changed = rows.flatMap(({ id, isUnderWay, ...row }) => {
    const name = cleanText(row.name, person);
    const draft = cleanDraft(row.draft, person);
    const orders = row.orders.flatMap((order): OrderText[] => {
      const request = cleanDraft(order.request, person);
      return request === order.request ? [] : [{ id: order.id, request }];
    });
    return name === row.name && draft === row.draft && orders.length === 0
      ? []
      : [{ id, isUnderWay, clean: { name, draft, orders } }];
  });
  return { changed, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) };
}

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
  for (const { id, clean } of changed.filter(({ isUnderWay }) => !isUnderWay)) {
    const updated = await tx.query(
      `UPDATE campaign c SET name = $2, draft = $3, revision = revision + 1
       WHERE id = $1 AND NOT ${underWay} RETURNING 1`,
      [id, clean.name, clean.draft],
    );
    if (updated.length === 0) continue;
    for (const order of clean.orders)
      await tx.query("UPDATE campaign_order SET request = $2 WHERE id = $1", [
        order.id,
        order.request,
      ]);
    campaigns += 1;
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
    for (const { isUnderWay } of changed) counted[isUnderWay ? "underWay" : "idle"] += 1;
    after = next;
  }
  return counted;
}

/**
 * Condition of an order `o` whose list has to stay as it is until the order is over: it is being
 * sent, or is scheduled and would not go out to another list (`approval/due`, `order/resolve`).
 */
export const needsList = `(o.state IN ('sending', 'paused') OR (o.state = 'scheduled' AND (o.approval_id IS NOT NULL OR jsonb_path_exists(o.plan, '$.*.asWritten[*]'))))`;

/** Counts the orders to some lists that need their lists as they are. */
export async function campaignsToTheirLists(
  sql: Sql,
  { serviceId }: Person,
  lists: readonly string[],
): Promise<number> {
  const [counted] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM campaign_order o WHERE o.service_id = $1 AND ${needsList} AND (o.audience_id = ANY($2::uuid[]) OR o.wave_audience_id = ANY($2::uuid[]))`,
    [serviceId, lists],
  );
  return counted?.n ?? 0;
}
