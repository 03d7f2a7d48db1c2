import type { Sql } from "@/lib/database/sql";

/** An order that waits for a member. */
interface OverdueOrder {
  id: string;
  campaignId: string;
  serviceId: string;
}

const missed = "Clarion could not send at its time. Nothing is sent until a member decides.";

/** Condition of orders that may begin: not later than their latest start. */
export const inTime = "(latest_start_at IS NULL OR latest_start_at >= now())";

/**
 * Condition of an order, by the name that a statement has for it: no run before it is being sent or
 * paused.
 */
export const standsAlone = (order: string) =>
  `(${order}.recurrence IS NULL OR NOT EXISTS (SELECT 1 FROM campaign_order p WHERE p.campaign_id = ${order}.campaign_id AND p.id <> ${order}.id AND p.state IN ('sending', 'paused')))`;

/**
 * Condition that one order was created after another, by the clock of the database: ids are by that
 * of a process, which may be wrong.
 */
export const isLater = (order: string, other: string) =>
  `(${other}.created_at, ${other}.id) < (${order}.created_at, ${order}.id)`;

/**
 * Has orders that are due after their latest start ask instead of going out: nothing of them is
 * sent until a member decides. Returns them.
 */
export async function askWhereLate(tx: Sql, most: number): Promise<OverdueOrder[]> {
  return tx.query<OverdueOrder>(
    `UPDATE campaign_order SET due_at = NULL, overdue_at = now(), stalled = $2, updated_at = now()
     WHERE id IN (SELECT id FROM campaign_order WHERE state IN ('scheduled', 'sending') AND due_at <= now() AND latest_start_at < now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, campaign_id AS "campaignId", service_id AS "serviceId"`,
    [most, missed],
  );
}

/**
 * Returns runs that wait for a member since their time came, and that do not stand for their
 * campaign yet: a worker that ended between the two leaves such a run, and a list that grew beyond
 * what goes out without an approval does.
 */
export async function hiddenRuns(sql: Sql, most: number): Promise<OverdueOrder[]> {
  return sql.query<OverdueOrder>(
    `SELECT o.id, o.campaign_id AS "campaignId", o.service_id AS "serviceId" FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id JOIN campaign_order p ON p.id = c.order_id
     WHERE o.state = 'scheduled' AND o.due_at IS NULL AND o.recurrence IS NOT NULL AND coalesce(o.begins_at, o.starts_at) <= now()
       AND ${isLater("o", "p")} AND c.archived_at IS NULL AND ${standsAlone("o")} ORDER BY o.id LIMIT $1`,
    [most],
  );
}
