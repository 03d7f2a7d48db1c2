import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { sendingTimesOf } from "@/lib/directory/service/sending-times";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { nextRun, type Run } from "@/lib/plan/recurrence";
import type { OrderRecurrence } from "@/lib/plan/subject";
import { firstZone, startAt, wallOf } from "@/lib/plan/wall-time";
import { knownZone, zoneStart } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { standsAlone } from "./overdue";
import type { Due } from "./progress";
import { zonesOf } from "./zones";

// Each run of a recurrence is an order. It is created when the one before it begins, as a copy of
// what was confirmed: no later edit of the draft changes it.

/**
 * Creates the order of the next run of an order that begins, once, however often it begins. Runs
 * that were missed by then are left out: the next one is the first that is still to come.
 */
export async function createNextRun(at: Due, pattern: ComposedRequest): Promise<void> {
  const { recurrence, startsAt, timezone } = at;
  if (!recurrence || !startsAt || timezone === null) return;
  const run = nextRun(recurrence, timezone, Math.max(startsAt.getTime(), now()));
  if (!run) return;
  const beginsAt = at.zoned ? await beginningOfRun(at, pattern, run) : null;
  await database().transaction((tx) => insertRun(tx, at, { startsAt: run.at, beginsAt }));
}

/** Inserts the order of a run as a copy of the one before it, unless there is one. */
async function insertRun(
  tx: Sql,
  { id: formerId, campaignId, recurrence }: Due,
  { startsAt, beginsAt }: { startsAt: number; beginsAt: string | null },
): Promise<void> {
  const id = newId();
  // A recurrence that ends at this moment ends before this, or takes the run with it.
  await tx.query("SELECT 1 FROM campaign WHERE id = $1 FOR UPDATE", [campaignId]);
  const [created] = await tx.query(
    `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, ordered_by, approval_id, request, audience_id, more_appids, language, requests, recipients, plan, starts_at, timezone,
       late_minutes, latest_start_at, rate, necessary, continues, zoned, begins_at, recurrence, state, due_at, recount, segment_id, segment_name, segment_revision, segment_rule, segment_evaluation)
     SELECT $2, o.campaign_id, o.service_id, $3, o.ordered_by, o.approval_id, o.request, CASE WHEN o.segment_evaluation = 'send' THEN NULL ELSE o.audience_id END, o.more_appids, o.language, o.requests,
       o.recipients, o.plan, $4::timestamptz, o.timezone, o.late_minutes, coalesce($5, $4) + make_interval(mins => o.late_minutes), o.rate, o.necessary, o.continues, o.zoned, $5::timestamptz, o.recurrence, 'scheduled', coalesce($5, $4),
       o.recount, o.segment_id, o.segment_name, o.segment_revision, o.segment_rule, o.segment_evaluation
     FROM campaign_order o WHERE o.id = $1 AND o.recurrence IS NOT NULL ON CONFLICT (nonce) DO NOTHING RETURNING 1`,
    [formerId, id, `run after ${formerId}`, new Date(startsAt).toISOString(), beginsAt],
  );
  if (!created) return;
  await tx.query(
    `INSERT INTO campaign_order_template (order_id, app_id, name, version)
     SELECT $2, r.app_id, r.name, CASE WHEN $3::boolean THEN NULL ELSE r.version END FROM campaign_order_template r WHERE r.order_id = $1`,
    [formerId, id, recurrence?.follows === true],
  );
}

/** When the first recipients of a run in each recipient's time start, ISO 8601 UTC. */
async function beginningOfRun(
  { serviceId, audienceId, segment }: Due,
  pattern: ComposedRequest,
  { local }: Run,
): Promise<string> {
  const wall = wallOf(local) ?? Number.NaN;
  const { timezone } = await sendingTimesOf(database(), serviceId);
  // Who is in a segment is not decided yet.
  const zones =
    segment && audienceId === null
      ? []
      : await zonesOf(
          { serviceId, timezone },
          { audienceId, pattern },
          { snapshot: null, listRevision: null },
        );
  const starts = zones.map(({ zone }) =>
    zoneStart(knownZone(zone, timezone), { wall, now: now() }),
  );
  const first = starts.length === 0 ? startAt(wall, firstZone) : Math.min(...starts);
  return new Date(first).toISOString();
}

/** A run that is scheduled, while its campaign may be sending the one before it. */
export interface NextRun {
  id: string;
  /** It stands for its campaign: no run began before it. */
  stands: boolean;
  recipients: number;
  /** What it was confirmed with; null where that took no second person. */
  approvalId: string | null;
  startsAt: Date;
  timezone: string;
  beginsAt: Date | null;
  recurrence: OrderRecurrence;
}

/** Locks the next run of a campaign that recurs; undefined where none is scheduled. */
export async function lockNextRun(tx: Sql, campaignId: string): Promise<NextRun | undefined> {
  const [row] = await tx.query<NextRun>(
    `SELECT id, id = (SELECT c.order_id FROM campaign c WHERE c.id = campaign_id) IS TRUE AS stands, recipients, approval_id AS "approvalId", coalesce(starts_at, created_at) AS "startsAt", coalesce(timezone, 'UTC') AS timezone, begins_at AS "beginsAt", coalesce(recurrence, '{}') AS recurrence FROM campaign_order
     WHERE campaign_id = $1 AND state = 'scheduled' AND recurrence IS NOT NULL ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    [campaignId],
  );
  return row;
}

/**
 * Has runs whose campaign is still sending the one before wait for half a minute: two of them never
 * go out at once. One that waits for a run that takes long is not late by that, and one behind a
 * pause is, also once that is over.
 */
export async function delayRuns(tx: Sql): Promise<void> {
  await tx.query(
    `UPDATE campaign_order r SET due_at = now() + interval '30 seconds',
       latest_start_at = CASE WHEN latest_start_at < now() OR EXISTS (SELECT 1 FROM campaign_order p WHERE p.campaign_id = r.campaign_id AND p.state = 'paused') THEN latest_start_at
         ELSE greatest(latest_start_at, now() + interval '30 seconds' + make_interval(mins => late_minutes)) END
     WHERE id IN (SELECT o.id FROM campaign_order o WHERE o.state = 'scheduled' AND o.due_at <= now() AND NOT ${standsAlone("o")} ORDER BY o.id FOR UPDATE OF o SKIP LOCKED)`,
  );
}
