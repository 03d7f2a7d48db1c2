import { config } from "@/lib/config/config";
import { openStates } from "@/lib/database/campaign-state";
import { isoTimes } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";
import { firstZone, startAt, wallAt } from "@/lib/plan/wall-time";
import type { OrderedAt } from "../approval/subject";
import { inTime, isLater, standsAlone } from "./overdue";
import { leaseSeconds, orderTimes, type Due } from "./progress";
import type { NextRun } from "./runs";
import { orderedSegment, type OrderedSegment } from "./segment";
import { orderVersions } from "./templates";

const hourMs = 3_600_000;

/**
 * Moves of an order's state; nothing else changes it, nor which order of a campaign stands.
 * Nothing → scheduled → sending → sent or failed; nothing → sending, with an undo window, and
 * within it, back; scheduled → unscheduled, or for another time; sending ↔ paused, and either →
 * stopped. Each names the state that it leaves, or the cursor that it knows, so that of two at once
 * one wins; it answers whether it was that one. A campaign is locked before its order.
 */

/** What an order stores. */
export interface OrderRecord {
  id: string;
  /** A second order with the same nonce is the first one. */
  nonce: string;
  /** When it is to be sent; null: at once, after its undo window. */
  at: OrderedAt;
  request: string;
  /** The list; of a segment the snapshot, null until it is evaluated. */
  audienceId: string | null;
  segment: OrderedSegment | null;
  moreAppids: readonly string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  /** When the first of its recipients start, ISO 8601 UTC; null: at its time. */
  beginsAt: string | null;
  /** Messages a minute; null: as fast as it goes. */
  rate: number | null;
  /** Frequency caps do not apply to it. */
  necessary: boolean;
  requests: number;
  recipients: number;
  cuts: Readonly<Record<string, PlanOptions>>;
  /** What it is ordered with; null where it needed no second person. */
  approvalId: string | null;
}

/** When an order was to be sent; null where none is stored. `startsAt` ISO 8601 UTC. */
interface StoredTime {
  startsAt: string | null;
  timezone: string | null;
}

/** An order that is moved to another time. */
interface MovedOrder extends Pick<NonNullable<OrderedAt>, "startsAt" | "timezone"> {
  orderId: string;
  /** When the first of its recipients start, ISO 8601 UTC; null: at its time. */
  beginsAt: string | null;
}

/** A campaign that is locked, and who moves it. */
export interface CampaignMove {
  id: string;
  serviceId: string;
  by: string | null;
}

/**
 * Draft → scheduled, or → sending with its undo window ({@link undo}, {@link release}), by the
 * clock of the database. Returns the id of the order.
 */
export async function order(
  tx: Sql,
  { id, serviceId, by }: CampaignMove,
  ordered: OrderRecord,
): Promise<string> {
  const orderId = ordered.id;
  await tx.query(
    `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, ordered_by, approval_id, request, audience_id, more_appids, language, requests, recipients, plan, starts_at, timezone, late_minutes, latest_start_at, rate,
       state, undo_until, due_at, segment_id, segment_name, segment_revision, segment_rule, segment_evaluation, zoned, begins_at, recurrence, necessary)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14::timestamptz, $15, $18, coalesce($25, $14) + make_interval(mins => $18::int), $17,
       CASE WHEN $14 IS NULL THEN 'sending' ELSE 'scheduled' END, CASE WHEN $14 IS NULL THEN now() + make_interval(secs => $16) END, coalesce($25, $14, now() + make_interval(secs => $16)),
       $19, $20, $21, $22::jsonb, $23, $24, $25::timestamptz, $26::jsonb, $27)`,
    [
      orderId,
      id,
      serviceId,
      ordered.nonce,
      by,
      ordered.approvalId,
      ordered.request,
      ordered.audienceId,
      ordered.moreAppids,
      ordered.language,
      ordered.requests,
      ordered.recipients,
      JSON.stringify(ordered.cuts),
      ordered.at?.startsAt ?? null,
      ordered.at?.timezone ?? null,
      config().UNDO_SECONDS,
      ordered.rate,
      ordered.at?.lateMinutes ?? null,
      ordered.segment?.id ?? null,
      ordered.segment?.name ?? null,
      ordered.segment?.revision ?? null,
      ordered.segment ? JSON.stringify(ordered.segment.rule) : null,
      ordered.segment?.evaluation ?? null,
      ordered.at?.zoned ?? false,
      ordered.beginsAt,
      ordered.at?.recurrence ? JSON.stringify(ordered.at.recurrence) : null,
      ordered.necessary,
    ],
  );
  const rows = await tx.query(
    `UPDATE campaign SET order_id = $2, revision = revision + 1, updated_by = $3, updated_at = now()
     WHERE id = $1 AND order_id IS NULL AND archived_at IS NULL RETURNING 1`,
    [id, orderId, by],
  );
  if (rows.length === 0) throw new Error("The campaign is no draft.");
  return orderId;
}

/** The order of the campaign $1 that stands. */
const ofCampaign = "id = (SELECT order_id FROM campaign WHERE id = $1 FOR UPDATE)";

/** Scheduled → unscheduled: the campaign is a draft again. */
export async function unschedule(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'unscheduled', due_at = NULL, stalled = NULL, overdue_at = NULL, recount = false, updated_at = now()
     WHERE ${ofCampaign} AND state = 'scheduled' RETURNING 1`,
    [id],
  );
  if (rows.length === 0) return false;
  await tx.query(
    "UPDATE campaign SET order_id = NULL, revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1",
    [id, by],
  );
  return true;
}

/**
 * Scheduled → scheduled for another time; what was confirmed stays as it is, and one that was
 * overdue asks no longer. Not an order that was approved: its approval is of one time. Returns the
 * time before, and the campaign's new revision. The campaign is locked.
 */
export async function reschedule(
  tx: Sql,
  { id, by }: CampaignMove,
  { orderId, startsAt, timezone, beginsAt }: MovedOrder,
): Promise<{ before: StoredTime; revision: number } | undefined> {
  const [before] = await tx.query<{ startsAt: Date | null; timezone: string | null }>(
    `SELECT starts_at AS "startsAt", timezone FROM campaign_order WHERE id = $1 AND campaign_id = $2 AND state = 'scheduled' AND approval_id IS NULL FOR UPDATE`,
    [orderId, id],
  );
  if (!before) return undefined;
  await tx.query(
    `UPDATE campaign_order SET starts_at = $2::timestamptz, timezone = $3, begins_at = $5::timestamptz, due_at = coalesce($5::timestamptz, $2::timestamptz),
       latest_start_at = coalesce($5::timestamptz, $2::timestamptz) + make_interval(mins => late_minutes), overdue_at = NULL, stalled = NULL, ordered_by = $4, updated_at = now() WHERE id = $1`,
    [orderId, startsAt, timezone, by, beginsAt],
  );
  const [campaign] = await tx.query<{ revision: number }>(
    "UPDATE campaign SET revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1 RETURNING revision",
    [id, by],
  );
  return { before: isoTimes(before), revision: campaign?.revision ?? 0 };
}

/** An order is in its undo window: by the clock of the database, and no worker has claimed it. */
const inWindow = "state = 'sending' AND undo_until > now() AND started_at IS NULL";

/**
 * Removes an order in its undo window: the campaign is a draft again. Returns the draft's revision.
 * The campaign stores the nonce of the order, so that a late try of it sends nothing.
 */
export async function undo(tx: Sql, id: string, by: string | null): Promise<number | undefined> {
  const [undone] = await tx.query<{ nonce: string }>(
    `DELETE FROM campaign_order WHERE ${ofCampaign} AND ${inWindow} RETURNING nonce`,
    [id],
  );
  if (!undone) return undefined;
  const [row] = await tx.query<{ revision: number }>(
    `UPDATE campaign SET order_id = NULL, undone_nonce = $3, revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 RETURNING revision`,
    [id, by, undone.nonce],
  );
  return row?.revision;
}

/**
 * In its undo window → due now, and no longer undoable, even by a transaction that began before
 * this one.
 */
export async function release(tx: Sql, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET undo_until = NULL, due_at = now() WHERE ${ofCampaign} AND ${inWindow} RETURNING 1`,
    [id],
  );
  return rows.length > 0;
}

/** An order that asked whether it is to go out. */
interface StartedOrder {
  name: string;
  /** Its time, ISO 8601 UTC; null where it was sent at once. */
  startsAt: string | null;
  recipients: number;
  approvalId: string | null;
}

/** Overdue → due now: an order that asks whether it is to go out; undefined where it does not. */
export async function startOverdue(tx: Sql, id: string): Promise<StartedOrder | undefined> {
  const [row] = await tx.query<Omit<StartedOrder, "startsAt"> & { startsAt: Date | null }>(
    `UPDATE campaign_order SET due_at = now(), latest_start_at = NULL, overdue_at = NULL, stalled = NULL, updated_at = now()
     WHERE ${ofCampaign} AND overdue_at IS NOT NULL AND state IN ('scheduled', 'sending')
     RETURNING (SELECT c.name FROM campaign c WHERE c.id = campaign_id) AS name, starts_at AS "startsAt", recipients, approval_id AS "approvalId"`,
    [id],
  );
  return row && { ...row, startsAt: row.startsAt?.toISOString() ?? null };
}

/** Sent, but failed when most of it was refused. */
const ended =
  "CASE WHEN answered > refused AND answered - refused >= refused THEN 'sent' ELSE 'failed' END";

/** What an order says of its pause once it is over. */
const unpaused =
  "paused_at = NULL, pause_app = NULL, pause_provider = NULL, pause_reason = NULL, stalled = NULL, updated_at = now()";

/** Notes who moved a campaign, if its order was moved; returns whether it was. */
async function movedBy(
  tx: Sql,
  id: string,
  by: string | null,
  rows: readonly unknown[],
): Promise<boolean> {
  if (rows.length === 0) return false;
  await tx.query(
    "UPDATE campaign SET revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1",
    [id, by],
  );
  return true;
}

/**
 * Sending → paused by a member, also in its undo window, which ends it; an order that paused by
 * itself stays paused until a member resumes it. What a worker has half done is not recorded any
 * more, and not accepted either.
 */
export async function pause(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'paused', due_at = NULL, undo_until = NULL, stalled = NULL, overdue_at = NULL, updated_at = now(), paused_at = coalesce(paused_at, now()),
       pause_app = NULL, pause_provider = NULL, pause_reason = NULL
     WHERE ${ofCampaign} AND (state = 'sending' OR (state = 'paused' AND pause_provider IS NOT NULL)) RETURNING 1`,
    [id],
  );
  return movedBy(tx, id, by, rows);
}

/**
 * Paused → sending, due now, from where its cursor stands, also after its latest start: the member
 * was asked by doing so.
 */
export async function resume(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'sending', due_at = now(), latest_start_at = NULL, ${unpaused} WHERE ${ofCampaign} AND state = 'paused' RETURNING 1`,
    [id],
  );
  return movedBy(tx, id, by, rows);
}

/**
 * Sending or paused → stopped. What a worker has half done is not recorded any more, and not
 * accepted either.
 */
export async function stop(
  tx: Sql,
  id: string,
  by: string | null,
  problem: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'stopped', due_at = NULL, undo_until = NULL, problem = $2, overdue_at = NULL, ${unpaused}
     WHERE ${ofCampaign} AND state IN ('sending', 'paused') RETURNING 1`,
    [id, problem],
  );
  return movedBy(tx, id, by, rows);
}

/** Why an order is paused by itself. */
interface ProviderPause {
  appId: string;
  provider: string;
  reason: string;
}

/** Sending → paused, since a provider refuses its credential or fails. */
export async function pauseFor(tx: Sql, orderId: string, why: ProviderPause): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'paused', due_at = NULL, undo_until = NULL, stalled = NULL, updated_at = now(), paused_at = now(),
       pause_app = $2, pause_provider = $3, pause_reason = $4 WHERE id = $1 AND state = 'sending' RETURNING 1`,
    [orderId, why.appId, why.provider, why.reason],
  );
  return rows.length > 0;
}

/** Paused by itself → sending, as its member has set it. */
export async function goOn(tx: Sql, orderId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET state = 'sending', due_at = now(), ${unpaused}
     WHERE id = $1 AND state = 'paused' AND pause_provider IS NOT NULL AND continues = 'itself' RETURNING 1`,
    [orderId],
  );
  return rows.length > 0;
}

/**
 * Claims orders that are due, by the clock of the database: scheduled → sending, and those that
 * another worker left. Only {@link takeApproved} claims orders scheduled with an approval.
 */
export async function takeDue(tx: Sql, most: number): Promise<Due[]> {
  return tx.query<Due>(
    `UPDATE campaign_order o SET state = 'sending', started_at = coalesce(started_at, now()), latest_start_at = NULL, due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id IN (SELECT id FROM campaign_order d WHERE (state = 'sending' OR (state = 'scheduled' AND approval_id IS NULL AND ${standsAlone("d")})) AND due_at <= now() AND ${inTime} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, campaign_id AS "campaignId", service_id AS "serviceId", request, audience_id AS "audienceId", coalesce(more_appids, '{}') AS "moreAppids", language, necessary, plan AS cuts,
       answered, next_app AS "nextApp", next_recipient AS "nextRecipient", transid, recount, ${orderTimes}, ${orderedSegment}, ${orderVersions}`,
    [most],
  );
}

/**
 * Has the order of a run stand for its campaign, once it begins, or asks. Locks no order: a worker
 * locks no campaign behind one.
 */
export async function standForCampaign(
  tx: Sql,
  { id, campaignId }: Pick<Due, "id" | "campaignId">,
): Promise<void> {
  await tx.query(
    `UPDATE campaign SET order_id = $2, updated_at = now() WHERE id = $1 AND archived_at IS NULL AND order_id IS NOT NULL
       AND EXISTS (SELECT 1 FROM campaign_order o JOIN campaign_order p ON p.id = campaign.order_id WHERE o.id = $2 AND o.state IN ${openStates} AND ${isLater("o", "p")})`,
    [campaignId, id],
  );
}

/** Moves a scheduled run, which is locked, to a later time (ISO 8601 UTC). */
export async function postponeRun(
  tx: Sql,
  { id, startsAt, beginsAt, timezone }: Pick<NextRun, "id" | "startsAt" | "beginsAt" | "timezone">,
  next: string,
): Promise<void> {
  // Its first recipients start as long before it as before, but for a change of clocks, and not
  // before any clocks show its time.
  const earliest = startAt(wallAt(Date.parse(next), timezone), firstZone);
  const lead = beginsAt ? startsAt.getTime() - beginsAt.getTime() + hourMs : null;
  const begins =
    lead === null ? null : new Date(Math.max(Date.parse(next) - lead, earliest)).toISOString();
  await tx.query(
    `UPDATE campaign_order SET starts_at = $2::timestamptz, begins_at = $3::timestamptz, due_at = coalesce($3, $2), latest_start_at = coalesce($3, $2) + make_interval(mins => late_minutes),
       overdue_at = NULL, stalled = NULL, updated_at = now() WHERE id = $1 AND state = 'scheduled'`,
    [id, next, begins],
  );
}

/**
 * Ends the runs of a campaign, which is locked: the next one is unscheduled, unless it is the order
 * that stands, and that goes out once. Returns whether it recurred.
 */
export async function endRuns(tx: Sql, campaignId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order o SET recurrence = NULL, updated_at = now(),
       state = CASE WHEN o.state = 'scheduled' AND o.id <> c.order_id THEN 'unscheduled' ELSE o.state END,
       due_at = CASE WHEN o.state = 'scheduled' AND o.id <> c.order_id THEN NULL ELSE o.due_at END
     FROM campaign c WHERE c.id = $1 AND o.campaign_id = c.id AND o.state IN ${openStates} AND o.recurrence IS NOT NULL RETURNING 1`,
    [campaignId],
  );
  return rows.length > 0;
}

/** Scheduled → sending, of an order that is locked and due. */
export async function begin(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE campaign_order SET state = 'sending', started_at = coalesce(started_at, now()), latest_start_at = NULL, due_at = now() + interval '${leaseSeconds} seconds' WHERE id = $1`,
    [id],
  );
}

/** Sending → sent, or failed when most of it was refused. */
export async function finish(tx: Sql, { id, answered }: Due): Promise<void> {
  await tx.query(
    `UPDATE campaign_order SET due_at = NULL, stalled = NULL, updated_at = now(), state = ${ended},
       problem = CASE WHEN answered < requests THEN coalesce(problem, 'Its app is gone') ELSE problem END
     WHERE id = $1 AND state = 'sending' AND answered = $2`,
    [id, answered],
  );
}

/** Sending → failed, before any of it was accepted. */
export async function fail(tx: Sql, { id }: Due, why: string): Promise<void> {
  await tx.query(
    `UPDATE campaign_order SET due_at = NULL, stalled = NULL, updated_at = now(), state = 'failed', problem = $2
     WHERE id = $1 AND state = 'sending' AND answered = 0`,
    [id, why],
  );
}
