import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { readRecipients } from "@/lib/directory/audience/list";
import type { AudienceSummary } from "@/lib/directory/audience/rows";
import { mostRecipients } from "@/lib/inputs/audience";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { widest } from "@/lib/plan/widest";
import { rejectInput } from "@/lib/verb/errors";

// A snapshot is the recipients of one order, in a table of their own: an `audience` that is never
// offered and never edited, so that counting, cutting, sending and resuming work as with a list.

/** The recipients of a snapshot, as a query. Its text has constants and compiled rules alone. */
export interface SnapshotRows {
  /**
   * A `SELECT` with the columns `destination_type`, `destination`, `parameters` (an object of
   * texts) and those that `orderBy` names; each recipient once.
   */
  select: string;
  /** Values of its `$1`, `$2`, … */
  values: readonly unknown[];
  /** Columns by which the recipients get their places, in a total order. */
  orderBy: string;
}

/** A snapshot to be stored. */
interface NewSnapshot {
  serviceId: string;
  /** Shown where a list's name would be. */
  name: string;
  /** Revision of what it was evaluated from. */
  revision: number;
  /** Names that recipients may have values for; the rows have those of `columns`. */
  parameters: readonly string[];
  columns: readonly string[];
  /** By what other plans find it; null where it is for one order alone. */
  key: string | null;
  /** The order that it belongs to; null while none does. */
  orderId: string | null;
  rows: SnapshotRows;
}

/**
 * Stores a snapshot and returns its id. Its recipients are one statement, 2,000,000 at most: what
 * they are selected by is evaluated once, and positions follow one order. Refuses more of them.
 *
 * It counts as removed from the beginning. So it is in no list and has no name that another could
 * not have; without an order that is scheduled or being sent it is swept after an hour.
 */
export async function storeSnapshot(tx: Sql, snapshot: NewSnapshot): Promise<string> {
  const { serviceId, name, revision, key, orderId, rows, columns, parameters } = snapshot;
  const id = newId();
  await tx.query(
    `INSERT INTO audience (id, service_id, name, revision, snapshot_key, order_id, ready_at, removed_at)
     VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
    [id, serviceId, name, revision, key, orderId],
  );
  const recipients = await fillSnapshot(tx, id, rows);
  if (recipients > mostRecipients)
    rejectInput(
      `“${name}” has more than ${mostRecipients.toLocaleString("en")} users, and one campaign can go to ${mostRecipients.toLocaleString("en")}. Narrow it down.`,
    );
  const summary = await plainSummary(tx, id);
  if (columns.length > 0) summary.widest = await widestIn(tx, id);
  await tx.query("UPDATE audience SET recipients = $2, summary = $3::jsonb WHERE id = $1", [
    id,
    recipients,
    JSON.stringify({ ...summary, parameters, columns }),
  ]);
  return id;
}

/** Returns how many recipients were stored: one more than there may be where there are too many. */
async function fillSnapshot(
  tx: Sql,
  id: string,
  { select, values, orderBy }: SnapshotRows,
): Promise<number> {
  const own = values.length;
  const [row] = await tx.query<{ recipients: number }>(
    `WITH stored AS (
       INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
       SELECT $${own + 1}::uuid, r.destination_type, r.destination, sha256(convert_to(r.destination, 'UTF8')), r.parameters, (row_number() OVER (ORDER BY ${orderBy}))::int - 1
       FROM (${select}) r ORDER BY ${orderBy} LIMIT $${own + 2}::int RETURNING 1
     ) SELECT count(*)::int AS recipients FROM stored`,
    [...values, id, mostRecipients + 1],
  );
  return row?.recipients ?? 0;
}

/** What a snapshot without values amounts to: the longest identifier makes the largest payload. */
async function plainSummary(tx: Sql, id: string): Promise<AudienceSummary> {
  const rows = await tx.query<{ type: DestinationKey; id: string; recipients: number }>(
    `SELECT DISTINCT ON (destination_type) destination_type AS type, destination AS id, (count(*) OVER (PARTITION BY destination_type))::int AS recipients
     FROM audience_recipient WHERE audience_id = $1 ORDER BY destination_type, octet_length(to_json(destination)::text) DESC, position`,
    [id],
  );
  return {
    kinds: Object.fromEntries(rows.map(({ type, recipients }) => [type, recipients])),
    parameters: [],
    widest: rows.map(({ type, id: destination }) => ({ type, id: destination, parameters: {} })),
  };
}

/** Bounds what is in memory. */
const pageRecipients = 5_000;

/** Those whose payload may be the largest with values of their own. */
async function widestIn(tx: Sql, id: string): Promise<AudienceSummary["widest"]> {
  let largest: PlannedRecipient[] = [];
  for (let from = 0; ; from += pageRecipients) {
    const page = await readRecipients(tx, id, from, pageRecipients);
    largest = widest(largest, page);
    if (page.length < pageRecipients)
      return largest.map(({ type, id: destination, parameters }) => ({
        type,
        id: destination,
        parameters,
      }));
  }
}

/** How long other plans use a snapshot that no order has. */
const sharedFor = "10 minutes";

/**
 * Returns a snapshot of some minutes ago that no order has and whose recipients have values in
 * these columns; undefined where there is none. It belongs to the order from then on, where one is
 * named.
 */
export async function sharedSnapshot(
  tx: Sql,
  {
    serviceId,
    key,
    columns,
    orderId,
  }: Pick<NewSnapshot, "serviceId" | "columns" | "orderId"> & { key: string },
): Promise<string | undefined> {
  const [shared] = await tx.query<{ id: string }>(
    `UPDATE audience SET order_id = $4 WHERE id = (
       SELECT a.id FROM audience a WHERE a.service_id = $1 AND a.snapshot_key = $2 AND a.order_id IS NULL
         AND a.created_at > now() - interval '${sharedFor}' AND a.summary -> 'columns' @> $3::jsonb ORDER BY a.created_at DESC LIMIT 1)
     RETURNING id`,
    [serviceId, key, JSON.stringify(columns), orderId],
  );
  return shared?.id;
}
