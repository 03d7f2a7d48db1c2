import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";
import { keptVersions } from "../draft/templates";
import { leaseSeconds, type Due } from "./progress";

/**
 * Moves of a campaign's state; nothing else changes it. draft → scheduled → sending → sent or
 * failed; draft → sending, with an undo window, and within it, back; scheduled → draft; draft, sent
 * and failed → archived and back. Each is one statement that names the state that it leaves, and
 * the revision or the cursor that it knows, so that of two at once one wins; it answers whether it
 * was that one.
 */

/** What a campaign keeps of its order. */
export interface Ordered {
  request: string;
  audienceId: string | null;
  moreAppids: readonly string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  requests: number;
  recipients: number;
  cuts: Readonly<Record<string, PlanOptions>>;
  /** What it is ordered with; null where it needed no second person. */
  approvalId: string | null;
}

/** A draft as its editor knows it, in the service in which they may. */
export interface Edited {
  id: string;
  serviceId: string;
  revision: number;
  by: string | null;
}

/** What is planned of an order, in the one order in which the statements below take it. */
function planned({ request, audienceId, moreAppids, requests, recipients, cuts }: Ordered) {
  return [request, audienceId, moreAppids, requests, recipients, JSON.stringify(cuts)] as const;
}

/**
 * draft → scheduled, of a draft that is locked in this revision. `startsAt` ISO 8601.
 */
export async function schedule(
  tx: Sql,
  { id, serviceId, revision, by }: Edited,
  { startsAt, timezone }: { startsAt: string; timezone: string },
  order: Ordered,
): Promise<void> {
  await tx.query(
    `UPDATE campaign SET state = 'scheduled', starts_at = $3, due_at = $3, timezone = $4, request = $5, audience_id = $6, more_appids = $7, requests = $8,
       recipients = $9, plan = $10::jsonb, nonce = $12, language = $14, approval_id = $15, answered = 0, refused = 0, held_until = NULL, started_at = NULL, transid = NULL, problem = NULL,
       stalled = NULL, recount = false, revision = revision + 1, ordered_by = $11, updated_by = $11, updated_at = now()
     WHERE id = $1 AND revision = $2 AND service_id = $13 AND state = 'draft'`,
    [
      id,
      revision,
      startsAt,
      timezone,
      ...planned(order),
      by,
      newId(),
      serviceId,
      order.language,
      order.approvalId,
    ],
  );
}

/** scheduled → draft. */
export async function unschedule(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET state = 'draft', starts_at = NULL, due_at = NULL, timezone = NULL, request = NULL, audience_id = NULL, more_appids = '{}', requests = 1,
       recipients = NULL, plan = NULL, language = NULL, approval_id = NULL, stalled = NULL, recount = false, nonce = NULL, ordered_by = NULL, revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 AND state = 'scheduled' RETURNING 1`,
    [id, by],
  );
  return rows.length > 0;
}

/**
 * An order to send at once. `draft` is "" where it cannot be stored: the last saved draft stays.
 * `nonce` identifies the order: a second order with the same nonce returns the first one.
 */
export type OrderedNow = Ordered & { nonce: string; name: string; draft: string };

/**
 * draft → sending, with its undo window ({@link undo}, {@link release}), by the clock of the
 * database: of a draft that is locked in this revision. Returns its id.
 */
export async function order(
  tx: Sql,
  { id, serviceId, revision, by }: Edited,
  ordered: OrderedNow,
): Promise<string | undefined> {
  const { name, draft, nonce, language, approvalId } = ordered;
  const [row] = await tx.query<{ id: string }>(
    `UPDATE campaign SET state = 'sending', starts_at = NULL, held_until = now() + make_interval(secs => $16), due_at = now() + make_interval(secs => $16), timezone = NULL, request = $3, audience_id = $4, more_appids = $5, requests = $6,
       recipients = $7, plan = $8::jsonb, language = $14, approval_id = $15, name = $10, draft = coalesce(nullif($11, ''), draft), nonce = $12, answered = 0, refused = 0, started_at = NULL,
       transid = NULL, problem = NULL, stalled = NULL, recount = false, revision = revision + 1, ordered_by = $9, updated_by = $9, updated_at = now()
     WHERE id = $1 AND revision = $2 AND service_id = $13 AND state = 'draft' RETURNING id`,
    [
      id,
      revision,
      ...planned(ordered),
      by,
      name,
      draft,
      nonce,
      serviceId,
      language,
      approvalId,
      config().UNDO_SECONDS,
    ],
  );
  return row?.id;
}

/** An app by the name that requests give it, in the service in which the editor may. */
export interface Named {
  appid: string;
  serviceId: string;
  by: string | null;
}

/**
 * Nothing → sending: an order without a draft. As {@link order}; undefined when `nonce` is in use.
 */
export async function orderAnew(
  tx: Sql,
  { appid, serviceId, by }: Named,
  ordered: OrderedNow,
): Promise<string | undefined> {
  const { name, draft, nonce, language, approvalId } = ordered;
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO campaign (id, service_id, app_id, request, audience_id, more_appids, requests, recipients, plan, language, approval_id, name, draft, nonce, revision, state, held_until,
       due_at, created_by, ordered_by, updated_by, updated_at)
     SELECT $1, a.service_id, a.id, $3, $4, $5, $6, $7, $8::jsonb, $14, $15, $10, $11, $12, 1, 'sending', now() + make_interval(secs => $16), now() + make_interval(secs => $16), $9, $9, $9, now() FROM app a
     WHERE a.appid = $2 AND a.service_id = $13
     ON CONFLICT (nonce) DO NOTHING RETURNING id`,
    [
      newId(),
      appid,
      ...planned(ordered),
      by,
      name,
      draft,
      nonce,
      serviceId,
      language,
      approvalId,
      config().UNDO_SECONDS,
    ],
  );
  return row?.id;
}

/** An order is in its undo window: by the clock of the database, and no worker has claimed it. */
const inWindow = "state = 'sending' AND held_until > now() AND started_at IS NULL";

/**
 * sending → draft, in the undo window; returns the draft's revision. It keeps the nonce of the
 * order, so that a try of it that arrives late sends nothing.
 */
export async function undo(tx: Sql, id: string, by: string | null): Promise<number | undefined> {
  const [row] = await tx.query<{ revision: number }>(
    `UPDATE campaign SET state = 'draft', held_until = NULL, due_at = NULL, request = NULL, audience_id = NULL, more_appids = '{}', requests = 1,
       recipients = NULL, plan = NULL, language = NULL, approval_id = NULL, ordered_by = NULL, revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 AND ${inWindow} RETURNING revision`,
    [id, by],
  );
  return row?.revision;
}

/**
 * In its undo window → due now, and no longer undoable, even by a transaction that began before
 * this one.
 */
export async function release(tx: Sql, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET held_until = NULL, due_at = now() WHERE id = $1 AND ${inWindow} RETURNING 1`,
    [id],
  );
  return rows.length > 0;
}

/** draft, sent or failed → archived. */
export async function archive(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET state = 'archived', revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 AND state IN ('draft', 'sent', 'failed') RETURNING 1`,
    [id, by],
  );
  return rows.length > 0;
}

/**
 * archived → what it was: sent with a message, failed with a problem or mostly refused, else a
 * draft.
 */
export async function restore(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET state = CASE WHEN transid IS NOT NULL AND answered - refused >= refused THEN 'sent' WHEN problem IS NOT NULL THEN 'failed' ELSE 'draft' END, revision = revision + 1,
       updated_by = $2, updated_at = now()
     WHERE id = $1 AND state = 'archived' RETURNING 1`,
    [id, by],
  );
  return rows.length > 0;
}

/**
 * sending → sent, or failed when most of it was refused. What a worker has half done is not
 * recorded any more, and not accepted either.
 */
export async function stop(
  tx: Sql,
  id: string,
  by: string | null,
  problem: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET state = CASE WHEN answered > refused AND answered - refused >= refused THEN 'sent' ELSE 'failed' END, due_at = NULL, problem = $3, stalled = NULL, revision = revision + 1,
       updated_by = $2, updated_at = now()
     WHERE id = $1 AND state = 'sending' RETURNING 1`,
    [id, by, problem],
  );
  return rows.length > 0;
}

/**
 * Claims campaigns that are due, by the clock of the database: scheduled → sending, and those that
 * another worker left. Only {@link takeApproved} claims campaigns scheduled with an approval.
 */
export async function takeDue(tx: Sql, most: number): Promise<Due[]> {
  return tx.query<Due>(
    `UPDATE campaign SET state = 'sending', started_at = coalesce(started_at, now()), due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id IN (SELECT id FROM campaign WHERE (state = 'sending' OR (state = 'scheduled' AND approval_id IS NULL)) AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, nonce, request, audience_id AS "audienceId", coalesce(more_appids, '{}') AS "moreAppids", language, plan AS cuts, answered, transid, recount,
       service_id AS "serviceId", ${keptVersions("campaign")}`,
    [most],
  );
}

/** scheduled → sending, of a campaign that is locked and due. */
export async function begin(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE campaign SET state = 'sending', started_at = coalesce(started_at, now()), due_at = now() + interval '${leaseSeconds} seconds' WHERE id = $1`,
    [id],
  );
}

/** sending → sent, or failed when most of it was refused. */
export async function finish(tx: Sql, { id, nonce, answered }: Due): Promise<void> {
  await tx.query(
    `UPDATE campaign SET due_at = NULL, stalled = NULL, updated_at = now(), state = CASE WHEN answered > refused AND answered - refused >= refused THEN 'sent' ELSE 'failed' END,
       problem = CASE WHEN answered < requests THEN coalesce(problem, 'Its app is gone') ELSE problem END
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $3 AND state = 'sending' AND answered = $2`,
    [id, answered, nonce],
  );
}

/** sending → failed, before any of it was accepted. */
export async function fail(tx: Sql, { id, nonce }: Due, why: string): Promise<void> {
  await tx.query(
    `UPDATE campaign SET due_at = NULL, stalled = NULL, updated_at = now(), state = 'failed', problem = $3
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $2 AND state = 'sending' AND answered = 0`,
    [id, nonce, why],
  );
}
