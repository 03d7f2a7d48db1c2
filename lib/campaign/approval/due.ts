import { database, type Sql } from "@/lib/database/sql";
import { composedOf } from "@/lib/inputs/compose";
import { differenceOf, type Subject } from "@/lib/plan/subject";
import { keepVersions, keptVersions } from "../draft/templates";
import { begin } from "../order/move";
import { versionsNow, type Order } from "../order/plan";
import type { Due } from "../order/progress";
import { listOf, planOf, sealed } from "./subject";

interface Scheduled extends Omit<Due, "recount"> {
  approved: string | null;
  sha256: string | null;
  startsAt: Date | null;
  timezone: string | null;
  requests: number;
  recipients: number | null;
}

const columns = `c.id, c.nonce, coalesce(c.request, '{}') AS request, c.audience_id AS "audienceId", coalesce(c.more_appids, '{}') AS "moreAppids", c.language, c.plan AS cuts, c.answered, c.transid, ${keptVersions("c")},
  c.starts_at AS "startsAt", c.timezone, c.requests, c.recipients, c.service_id AS "serviceId",
  (SELECT p.subject FROM approval p WHERE p.id = c.approval_id AND p.campaign_id = c.id AND p.state = 'used') AS approved,
  (SELECT p.sha256 FROM approval p WHERE p.id = c.approval_id AND p.campaign_id = c.id AND p.state = 'used') AS sha256`;
const isDue =
  "c.state = 'scheduled' AND c.approval_id IS NOT NULL AND c.request IS NOT NULL AND c.due_at <= now()";

/** A campaign whose approval turned out to be void when its time came. */
export interface StalledCampaign {
  id: string;
  serviceId: string;
}

/**
 * Claims campaigns that were scheduled with an approval and are due: scheduled → sending, where the
 * content is still what was approved; the versions of its templates are fixed from then on.
 * Otherwise the approval becomes void, and the campaign stalls with the reason and sends nothing.
 */
export async function takeApproved(
  most: number,
): Promise<{ claimedCampaigns: Due[]; stalledCampaigns: StalledCampaign[] }> {
  const due = await database().query<{ id: string }>(
    `SELECT c.id FROM campaign c WHERE ${isDue} ORDER BY c.due_at LIMIT $1`,
    [most],
  );
  const claimedCampaigns: Due[] = [];
  const stalledCampaigns: StalledCampaign[] = [];
  for (const { id } of due) {
    const outcome = await claimIfUnchanged(id);
    if (outcome && "stalledCampaign" in outcome) stalledCampaigns.push(outcome.stalledCampaign);
    else if (outcome) claimedCampaigns.push(outcome.claimedCampaign);
  }
  return { claimedCampaigns, stalledCampaigns };
}

async function claimIfUnchanged(
  id: string,
): Promise<{ claimedCampaign: Due } | { stalledCampaign: StalledCampaign } | undefined> {
  const [seen] = await database().query<Scheduled>(
    `SELECT ${columns} FROM campaign c WHERE c.id = $1 AND ${isDue}`,
    [id],
  );
  if (!seen) return undefined;
  // What is compared is what goes out: the versions are written into the plan, and a list does not
  // change while the campaign is locked.
  const versions = await versionsNow(orderIn(seen));
  return database().transaction(async (tx) => {
    const [row] = await tx.query<Scheduled>(
      `SELECT ${columns} FROM campaign c WHERE c.id = $1 AND ${isDue} FOR UPDATE OF c SKIP LOCKED`,
      [id],
    );
    if (!row) return undefined;
    const why = await differenceIn(tx, row, versions);
    if (why !== undefined) {
      await hold(tx, row, why);
      return { stalledCampaign: { id, serviceId: row.serviceId } };
    }
    return { claimedCampaign: await take(tx, row, versionsOf(row, versions)) };
  });
}

async function take(tx: Sql, row: Scheduled, versions: Record<string, number>): Promise<Due> {
  const {
    id,
    serviceId,
    nonce,
    request,
    audienceId,
    moreAppids,
    language,
    cuts,
    answered,
    transid,
  } = row;
  await begin(tx, id);
  await keepVersions(tx, id, versions);
  return {
    id,
    serviceId,
    nonce,
    request,
    audienceId,
    moreAppids,
    language,
    cuts,
    answered,
    transid,
    versions,
    follows: false,
    recount: false,
  };
}

function orderIn({ request, audienceId, moreAppids, language }: Scheduled): Order {
  return { pattern: composedOf(request), audienceId, moreAppids, language };
}

/** Returns the version that each app sends: the stored one, else the published one. */
function versionsOf(
  row: Scheduled,
  versions: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(versions).map(([appid, published]) => [
      appid,
      row.versions?.[appid] ?? published,
    ]),
  );
}

/** What of a campaign changed since it was approved; undefined where nothing did. */
async function differenceIn(
  tx: Sql,
  row: Scheduled,
  versions: Readonly<Record<string, number>>,
): Promise<string | undefined> {
  if (row.approved === null || row.sha256 === null) return "The campaign has no approval";
  const approved = JSON.parse(row.approved) as Subject;
  const { startsAt, timezone } = row;
  const now: Subject = {
    ...approved,
    request: row.request,
    audience: await listOf(tx, row.audienceId),
    moreAppids: row.moreAppids,
    language: row.language,
    templates: versionsOf(row, versions),
    at: startsAt && timezone !== null ? { startsAt: startsAt.toISOString(), timezone } : null,
    plan: planOf(row.cuts ?? {}, row.versions ?? {}),
    recipients: row.recipients ?? 0,
    requests: row.requests,
  };
  return sealed(now).sha256 === row.sha256 ? undefined : differenceOf(approved, now);
}

async function hold(tx: Sql, { id }: Scheduled, why: string): Promise<void> {
  await tx.query(
    `UPDATE approval SET state = 'void', reason = $2, ended_at = now() WHERE id = (SELECT approval_id FROM campaign WHERE id = $1) AND campaign_id = $1`,
    [id, `${why}.`],
  );
  await tx.query(
    `UPDATE campaign SET due_at = NULL, stalled = $2, updated_at = now() WHERE id = $1`,
    [
      id,
      `${why} since the approval, so nothing was sent. Unschedule the campaign, then ask for approval again.`,
    ],
  );
}
