import { openStates } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { mostRecipients, recipientLimit } from "@/lib/inputs/audience";
import type { AuditedAction, EventOf } from "@/lib/policy/actions";
import { whyForSize } from "@/lib/policy/approval";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import type { VerbScope } from "@/lib/verb/verb";
import { readRecipients } from "./list";
import { summarySchema, type AudienceSummary } from "./rows";
import { summed } from "./summed";
import { assertMayChangeTestGroups } from "./test-rules";

/** The steps of editing the recipients of a list, in the transaction of the verb that does so. */

/** A list that is being edited. */
export interface EditableList {
  id: string;
  name: string;
  recipients: number;
  revision: number;
  summary: AudienceSummary;
}

/** Actions that edit the recipients of a list. */
export const listEdits = [
  "audience.extend",
  "staged.apply",
  "recipient.edit",
  "recipient.remove",
  "column.rename",
] as const satisfies readonly AuditedAction[];

/** What an edit came to. */
export type EditCounts = Pick<EventOf<"audience.extend">, "added" | "removed" | "changed">;

const pageRecipients = 5_000;
const none: AudienceSummary = { kinds: {}, parameters: [], widest: [] };

/**
 * Locks a list for an edit. Throws `NotFoundError` when there is none that can be chosen,
 * `ForbiddenError` for a test group that the actor may not change, and refuses while a campaign
 * sends to it: that one goes on to exactly those it began with. Orders that name the list wait for
 * the end of the transaction (`assertListUnchanged`).
 */
export async function lockForEdit(
  { tx, actor, serviceId }: VerbScope,
  id: string,
): Promise<EditableList> {
  const [row] = await tx.query<Omit<EditableList, "summary"> & { summary: unknown; test: boolean }>(
    "SELECT id, name, test, recipients, revision, summary FROM audience WHERE id = $1 AND ready_at IS NOT NULL AND removed_at IS NULL FOR UPDATE",
    [id],
  );
  if (!row) throw new NotFoundError("This list");
  if (row.test) await assertMayChangeTestGroups(tx, actor, serviceId);
  // A worker passes over what is locked, so that none begins while the list changes.
  const orders = await tx.query<{ name: string; state: string }>(
    `SELECT c.name, o.state FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.audience_id = $1 AND o.state IN ${openStates} ORDER BY o.id FOR UPDATE OF o`,
    [id],
  );
  const sending = orders.find(({ state }) => state === "sending" || state === "paused");
  if (sending)
    rejectInput(
      `“${sending.name}” ${sending.state === "paused" ? "is paused on its way" : "is being sent"} to this list. Change the list when sending is done.`,
    );
  return { ...row, summary: summarySchema.parse(row.summary) };
}

/**
 * Ends an edit: stores what the list amounts to now, and has campaigns that are scheduled to it
 * counted again when they start. A campaign that was scheduled without an approval waits where a
 * send to so many recipients needs one, until it is scheduled again or the list is short enough.
 * Refuses to leave a list empty or too long. Returns the event.
 */
export async function endEdit(
  tx: Sql,
  { id, name }: EditableList,
  recipients: number,
  summary: AudienceSummary,
  counts: EditCounts,
): Promise<EventOf<"audience.extend">> {
  if (recipients === 0)
    rejectInput("A list needs at least one recipient. Remove the list instead.");
  if (recipients > mostRecipients) rejectInput(recipientLimit, "/recipients");
  await tx.query(
    "UPDATE audience SET recipients = $2, summary = $3::jsonb, revision = revision + 1 WHERE id = $1",
    [id, recipients, JSON.stringify(summary)],
  );
  await recountOrders(tx, id, recipients);
  return { name, recipients, ...counts };
}

/**
 * Has campaigns that are scheduled to a list, which is locked, counted again when they start. One
 * without an approval waits where a send to so many recipients needs one.
 */
export async function recountOrders(tx: Sql, id: string, recipients: number): Promise<void> {
  await tx.query(
    "UPDATE campaign_order SET recount = true, recipients = $2 WHERE audience_id = $1 AND state = 'scheduled'",
    [id, recipients],
  );
  await holdUnapproved(tx, id, recipients);
}

/**
 * An approval covers the recipients that its approver saw: nothing that had to be approved at this
 * size goes out without one.
 */
async function holdUnapproved(tx: Sql, id: string, recipients: number): Promise<void> {
  const [service] = await tx.query<{ above: number | null }>(
    "SELECT approval_above AS above FROM service WHERE id = (SELECT service_id FROM audience WHERE id = $1) FOR SHARE",
    [id],
  );
  const grown = whyForSize({ above: service?.above ?? null }, recipients);
  const why = grown
    ? `The list has ${recipients.toLocaleString("en")} recipients now, and ${grown}. Unschedule the campaign, then ask for approval.`
    : null;
  await tx.query(
    `UPDATE campaign_order SET due_at = CASE WHEN $2::text IS NULL THEN coalesce(begins_at, starts_at) END, stalled = $2, updated_at = now()
     WHERE audience_id = $1 AND state = 'scheduled' AND approval_id IS NULL AND overdue_at IS NULL AND (due_at IS NULL) = ($2::text IS NULL)`,
    [id, why],
  );
}

/** What a list amounts to, read from all of its recipients. */
export async function summaryOf(tx: Sql, id: string): Promise<AudienceSummary> {
  let summary = none;
  for (let from = 0; ; from += pageRecipients) {
    const page = await readRecipients(tx, id, from, pageRecipients);
    summary = summed(summary, page);
    if (page.length < pageRecipients) return summary;
  }
}

/**
 * Whether what is remembered of a list may no longer hold once these recipients have gone or
 * changed: one of them was the largest, or the last with one of its values.
 */
export async function isSpoilt(
  tx: Sql,
  id: string,
  { widest, parameters }: AudienceSummary,
  gone: readonly { type: string; id: string }[],
): Promise<boolean> {
  if (widest.some((one) => gone.some((other) => other.type === one.type && other.id === one.id)))
    return true;
  const lost = await tx.query(
    `SELECT 1 FROM unnest($2::text[]) AS n(name)
     WHERE NOT EXISTS (SELECT 1 FROM audience_recipient r WHERE r.audience_id = $1 AND r.parameters ? n.name) LIMIT 1`,
    [id, parameters],
  );
  return lost.length > 0;
}
