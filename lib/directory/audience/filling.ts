import { createHash } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import { mostRecipients, recipientLimit } from "@/lib/inputs/audience";
import { firstMentions } from "@/lib/interface/recipient-id";
import type { PlannedRecipient } from "@/lib/plan/requests";
import type { EventOf } from "@/lib/policy/actions";
import type { Actor } from "@/lib/policy/can";
import { rejectInput, unlessTaken } from "@/lib/verb/errors";
import { summarySchema, type AudienceSummary } from "./rows";
import { summed } from "./summed";
import { assertMayChangeTestGroups } from "./test-rules";

/** The steps of filling a list, in the transaction of the verb that does so. */

/**
 * Adds recipients behind those that are there, each once: one that is named again keeps its first
 * values. Returns how many were not there yet, and how many the list has then. Refuses at `/from`
 * what comes before the recipients in front of it.
 *
 * @param from so many recipients the list has before these, at least
 */
export async function insertRecipients(
  tx: Sql,
  actor: Actor,
  id: string,
  newRecipients: readonly PlannedRecipient[],
  from = 0,
): Promise<{ added: number; recipients: number }> {
  const { recipients: before, summary } = await heldOpen(tx, actor, id);
  if (before < from) rejectInput(gap(before, from), "/from");
  const fresh = await insertBehind(tx, id, before, newRecipients);
  await tx.query(
    "UPDATE audience SET recipients = recipients + $2, summary = $3::jsonb WHERE id = $1",
    [id, fresh.length, JSON.stringify(summed(summary, fresh))],
  );
  return { added: fresh.length, recipients: before + fresh.length };
}

function gap(before: number, from: number): string {
  return `The list has ${before.toLocaleString("en")} recipients, and these follow the first ${from.toLocaleString("en")}. Send those between first.`;
}

/**
 * Adds the rows of recipients behind the `before` that a locked list has. Returns those that were
 * not there yet; what the list amounts to its caller keeps.
 */
export async function insertBehind(
  tx: Sql,
  id: string,
  before: number,
  newRecipients: readonly PlannedRecipient[],
): Promise<PlannedRecipient[]> {
  const recipients = withoutRepeats(newRecipients);
  const fresh = await insertAt(tx, id, before, recipients);
  // Checked after the insert, which shows how many are new: a full list accepts a repeated part,
  // such as one whose answer was lost.
  if (before + fresh.length > mostRecipients) rejectInput(recipientLimit, "/recipients");
  if (fresh.length > 0 && fresh.length < recipients.length) {
    // The places of those that the list had already are gaps between the new ones.
    await tx.query("DELETE FROM audience_recipient WHERE audience_id = $1 AND position >= $2", [
      id,
      before,
    ]);
    await insertAt(tx, id, before, fresh);
  }
  return fresh;
}

/**
 * Gives each recipient that a list does not have yet a row, at its place from `first` on; returns
 * those. Repeats are found by the unique index: a join would be planned by the statistics of the
 * table, where a young list seems empty, and read the whole list once for each recipient.
 */
async function insertAt(
  tx: Sql,
  id: string,
  first: number,
  recipients: readonly PlannedRecipient[],
): Promise<PlannedRecipient[]> {
  const added = await tx.query<{ n: number }>(
    `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
     SELECT $1, t, d, decode(h, 'hex'), p::jsonb, $2::int + n::int - 1
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS r(t, d, h, p, n)
     ON CONFLICT (audience_id, destination_type, hash) DO NOTHING RETURNING position - $2::int AS n`,
    [
      id,
      first,
      recipients.map(({ type }) => type),
      recipients.map((recipient) => recipient.id),
      recipients.map((recipient) => createHash("sha256").update(recipient.id).digest("hex")),
      recipients.map(({ parameters }) => JSON.stringify(parameters)),
    ],
  );
  const places = new Set(added.map(({ n }) => n));
  return recipients.filter((_, place) => places.has(place));
}

/**
 * Closes a list, which can be chosen from then on. Returns the event of its creation. Rejects an
 * empty list, and at `/name` the name of another list.
 *
 * @param otherName replaces the name that it was created with
 */
export async function closeList(
  tx: Sql,
  actor: Actor,
  id: string,
  otherName?: string,
): Promise<EventOf<"audience.create">> {
  const { recipients, name: begunAs, test } = await heldOpen(tx, actor, id);
  const name = otherName ?? begunAs;
  if (recipients === 0) rejectInput("The list has no recipients.");
  await unlessTaken(
    tx.query("UPDATE audience SET name = $2, ready_at = now() WHERE id = $1", [id, name]),
    nameTaken(name),
    "/name",
  );
  return { name, recipients, test };
}

/**
 * A list that was closed and not removed; undefined while it is being filled. Locked against
 * closing until the end of the transaction.
 */
export async function readyList(
  tx: Sql,
  id: string,
): Promise<{ name: string; recipients: number } | undefined> {
  const [row] = await tx.query<{ name: string; recipients: number; ready: boolean }>(
    "SELECT name, recipients, ready_at IS NOT NULL AS ready FROM audience WHERE id = $1 AND removed_at IS NULL FOR UPDATE",
    [id],
  );
  return row?.ready ? row : undefined;
}

interface PartialList {
  serviceId: string;
  name: string;
  test: boolean;
  recipients: number;
  summary: AudienceSummary;
}

/**
 * Locks a list that is being filled until the end of the transaction, so that two parts do not take
 * the same places. Throws `ForbiddenError` for a test group that the actor may not change.
 */
async function heldOpen(tx: Sql, actor: Actor, id: string): Promise<PartialList> {
  const [row] = await tx.query<Omit<PartialList, "summary"> & { summary: unknown }>(
    `SELECT service_id AS "serviceId", name, test, recipients, summary FROM audience WHERE id = $1 AND ready_at IS NULL FOR UPDATE`,
    [id],
  );
  if (!row) return rejectInput("This list is not being filled.");
  if (row.test) await assertMayChangeTestGroups(tx, actor, row.serviceId);
  return { ...row, summary: summarySchema.parse(row.summary) };
}

function withoutRepeats(recipients: readonly PlannedRecipient[]): PlannedRecipient[] {
  const isFirst = firstMentions();
  return recipients.filter(({ type, id }) => isFirst(type, id));
}

/**
 * The message when another list of the service has a name. The index `audience_name` sees to it
 * that no two do.
 */
export function nameTaken(name: string): string {
  return `A list named “${name}” already exists. Choose another name.`;
}

/**
 * Refuses a name that another list of the service has: asked before a list is filled, so that no
 * upload of two million recipients is in vain.
 */
export async function refuseTaken(sql: Sql, serviceId: string, name: string): Promise<void> {
  const namesakes = await sql.query(
    "SELECT 1 FROM audience WHERE service_id = $1 AND lower(name) = lower($2) AND ready_at IS NOT NULL AND removed_at IS NULL LIMIT 1",
    [serviceId, name],
  );
  if (namesakes.length > 0) rejectInput(nameTaken(name), "/name");
}
