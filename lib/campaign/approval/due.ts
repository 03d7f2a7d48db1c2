import { database, type Sql } from "@/lib/database/sql";
import { composedOf } from "@/lib/inputs/compose";
import { differenceOf, type Subject } from "@/lib/plan/subject";
import { begin } from "../order/move";
import { inTime, standsAlone } from "../order/overdue";
import { versionsNow, type Order } from "../order/plan";
import { orderTimes, type Due } from "../order/progress";
import { orderedSegment } from "../order/segment";
import { keepVersions, orderVersions } from "../order/templates";
import { listOf, planOf, sealed } from "./subject";

interface DueRow extends Omit<Due, "recount"> {
  approved: string | null;
  sha256: string | null;
  requests: number;
}

const columns = `o.id, o.campaign_id AS "campaignId", o.request, o.audience_id AS "audienceId", coalesce(o.more_appids, '{}') AS "moreAppids", o.language, o.necessary, o.plan AS cuts, o.answered, o.next_app AS "nextApp", o.next_recipient AS "nextRecipient", o.transid, ${orderTimes}, ${orderedSegment}, ${orderVersions},
  o.requests, o.service_id AS "serviceId",
  (SELECT p.subject FROM approval p WHERE p.id = o.approval_id AND p.campaign_id = o.campaign_id AND p.state = 'used') AS approved,
  (SELECT p.sha256 FROM approval p WHERE p.id = o.approval_id AND p.campaign_id = o.campaign_id AND p.state = 'used') AS sha256`;
const isDue = `o.state = 'scheduled' AND o.approval_id IS NOT NULL AND o.due_at <= now() AND ${inTime} AND ${standsAlone("o")}`;

/** An order whose approval turned out to be void when its time came. */
export interface StalledOrder {
  id: string;
  campaignId: string;
  serviceId: string;
}

/**
 * Claims orders that were scheduled with an approval and are due: scheduled → sending, where the
 * content is still what was approved; the versions of its templates are fixed from then on.
 * Otherwise the approval becomes void, and the order stalls with the reason and sends nothing.
 */
export async function takeApproved(
  most: number,
): Promise<{ claimedOrders: Due[]; stalledOrders: StalledOrder[] }> {
  const due = await database().query<{ id: string }>(
    `SELECT o.id FROM campaign_order o WHERE ${isDue} ORDER BY o.due_at LIMIT $1`,
    [most],
  );
  const claimedOrders: Due[] = [];
  const stalledOrders: StalledOrder[] = [];
  for (const { id } of due) {
    const outcome = await claimIfUnchanged(id);
    if (outcome && "stalledOrder" in outcome) stalledOrders.push(outcome.stalledOrder);
    else if (outcome) claimedOrders.push(outcome.claimedOrder);
  }
  return { claimedOrders, stalledOrders };
}

async function claimIfUnchanged(
  id: string,
): Promise<{ claimedOrder: Due } | { stalledOrder: StalledOrder } | undefined> {
  const [seen] = await database().query<DueRow>(
    `SELECT ${columns} FROM campaign_order o WHERE o.id = $1 AND ${isDue}`,
    [id],
  );
  if (!seen) return undefined;
  // What is compared is what goes out: the versions are written into the plan, and a list does not
  // change while the order is locked.
  const versions = await versionsNow(orderIn(seen));
  return database().transaction(async (tx) => {
    const [row] = await tx.query<DueRow>(
      `SELECT ${columns} FROM campaign_order o WHERE o.id = $1 AND ${isDue} FOR UPDATE OF o SKIP LOCKED`,
      [id],
    );
    if (!row) return undefined;
    const why = await differenceIn(tx, row, versions);
    if (why !== undefined) {
      await hold(tx, row, why);
      const { campaignId, serviceId } = row;
      return { stalledOrder: { id, campaignId, serviceId } };
    }
    return { claimedOrder: await take(tx, row, versionsOf(row, versions)) };
  });
}

async function take(tx: Sql, row: DueRow, versions: Record<string, number>): Promise<Due> {
  await begin(tx, row.id);
  await keepVersions(tx, row.id, versions);
  return { ...row, versions, follows: false, recount: false };
}

function orderIn({ request, audienceId, moreAppids, language }: DueRow): Order {
  return { pattern: composedOf(request), audienceId, moreAppids, language };
}

/** Returns the version that each app sends: the stored one, else the published one. */
function versionsOf(
  row: DueRow,
  versions: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(versions).map(([appid, published]) => [
      appid,
      row.versions?.[appid] ?? published,
    ]),
  );
}

/** What of an order changed since it was approved; undefined where nothing did. */
async function differenceIn(
  tx: Sql,
  row: DueRow,
  versions: Readonly<Record<string, number>>,
): Promise<string | undefined> {
  if (row.approved === null || row.sha256 === null) return "The campaign has no approval";
  const approved = JSON.parse(row.approved) as Subject;
  const { necessary: _, ...rest } = approved;
  const { segment } = row;
  const now: Subject = {
    ...rest,
    ...(row.necessary && { necessary: true as const }),
    request: row.request,
    // Who is in a segment is not bound, and its snapshot does not change.
    audience: segment ? null : await listOf(tx, row.audienceId),
    ...(segment && { segment: { ...segment, words: "", users: row.recipients } }),
    moreAppids: row.moreAppids,
    language: row.language,
    templates: versionsOf(row, versions),
    at: atOf(row, approved),
    plan: planOf(row.cuts, row.versions ?? {}),
    recipients: row.recipients,
    requests: row.requests,
  };
  return sealed(now).sha256 === row.sha256 ? undefined : differenceOf(approved, now);
}

/** What a send that has no time has of it. */
const atOnce = { lateMinutes: null, zoned: false, recurrence: null };

/**
 * An approval of a recurrence is for all of its runs. What else was chosen of a time never changes.
 */
function atOf({ startsAt, timezone, recurrence }: DueRow, approved: Subject): Subject["at"] {
  if (recurrence) return approved.at;
  return startsAt && timezone !== null
    ? { ...atOnce, ...approved.at, startsAt: startsAt.toISOString(), timezone }
    : null;
}

async function hold(tx: Sql, { id, campaignId }: DueRow, why: string): Promise<void> {
  await tx.query(
    `UPDATE approval SET state = 'void', reason = $3, ended_at = now() WHERE id = (SELECT approval_id FROM campaign_order WHERE id = $1) AND campaign_id = $2`,
    [id, campaignId, `${why}.`],
  );
  await tx.query(
    `UPDATE campaign_order SET due_at = NULL, stalled = $2, updated_at = now() WHERE id = $1`,
    [
      id,
      `${why} since the approval, so nothing was sent. Unschedule the campaign, then ask for approval again.`,
    ],
  );
}
