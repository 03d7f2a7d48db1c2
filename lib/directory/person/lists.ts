import { createHash } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { recountOrders } from "../audience/editing";
import { summarySchema } from "../audience/rows";
import { needsList } from "./campaigns";
import { tokenHashes, type Person } from "./person";

/** Recipients that are removed from lists in one transaction. */
const batch = 50;

interface Place {
  listId: string;
  position: number;
  type: DestinationKey;
  id: string;
}

const pushidKeys = destinationKeys.filter((key) => key !== "userid");
const places = `SELECT l.id AS "listId", r.position, r.destination_type AS type, r.destination AS id FROM audience l JOIN audience_recipient r ON r.audience_id = l.id
  AND ((r.destination_type = 'userid' AND r.hash = decode($2, 'hex'))
    OR (r.destination_type = ANY($4::text[])
      AND r.hash = ANY(SELECT decode(h, 'hex') FROM unnest($3::text[]) h)))
  WHERE l.service_id = $1`;

function userHash({ userid }: Person): string {
  return createHash("sha256").update(userid).digest("hex");
}

/** The lists of a service that a person is in, with how often. */
export async function listsOf(
  sql: Sql,
  person: Person,
): Promise<{ lists: string[]; recipients: number }> {
  const rows = await sql.query<Place>(places, [
    person.serviceId,
    userHash(person),
    tokenHashes(person),
    pushidKeys,
  ]);
  return { lists: [...new Set(rows.map(({ listId }) => listId))], recipients: rows.length };
}

/** Orders that need a list as it is; `list` is its id in SQL. */
const ordersTo = (list: string) =>
  `campaign_order o WHERE ${list} IN (o.audience_id, o.wave_audience_id) AND ${needsList}`;

/**
 * Takes a person out of some lists that no order needs as they are: the last recipient moves to
 * their place, so that places stay without a gap. Campaigns that are scheduled to such a list go to
 * the others. A list that becomes empty is offered no longer. Returns how many recipients went, and
 * whether there may be more.
 */
export async function leaveLists(
  tx: Sql,
  person: Person,
): Promise<{ recipients: number; more: boolean }> {
  const rows = await tx.query<Place>(
    `${places} AND NOT EXISTS (SELECT 1 FROM ${ordersTo("l.id")}) LIMIT ${batch}`,
    [person.serviceId, userHash(person), tokenHashes(person), pushidKeys],
  );
  let recipients = 0;
  for (const row of rows) if (await leave(tx, row)) recipients += 1;
  return { recipients, more: rows.length > 0 };
}

async function leave(tx: Sql, { listId, type, id }: Place): Promise<boolean> {
  const [list] = await tx.query<{ recipients: number; summary: unknown }>(
    "SELECT recipients, summary FROM audience WHERE id = $1 FOR UPDATE",
    [listId],
  );
  if (!list) return false;
  // A worker passes over what is locked, and one that began before has the list.
  await tx.query(
    "SELECT 1 FROM campaign_order WHERE audience_id = $1 AND state = 'scheduled' ORDER BY id FOR UPDATE",
    [listId],
  );
  const [order] = await tx.query(`SELECT 1 FROM ${ordersTo("$1::uuid")} LIMIT 1`, [listId]);
  if (order) return false;
  // Where it stands now: another one of theirs may have moved here.
  const [gone] = await tx.query<{ position: number }>(
    `DELETE FROM audience_recipient WHERE audience_id = $1 AND destination_type = $2 AND hash = sha256(convert_to($3, 'UTF8')) RETURNING position`,
    [listId, type, id],
  );
  if (!gone) return false;
  await tx.query(
    `UPDATE audience_recipient SET position = $2 WHERE audience_id = $1 AND position > $2
       AND position = (SELECT max(position) FROM audience_recipient WHERE audience_id = $1)`,
    [listId, gone.position],
  );
  const summary = summarySchema.parse(list.summary);
  const left = (summary.kinds[type] ?? 1) - 1;
  const { [type]: _, ...others } = summary.kinds;
  await tx.query(
    `UPDATE audience SET recipients = greatest(recipients - 1, 0), summary = $2::jsonb, revision = revision + 1,
       removed_at = CASE WHEN recipients <= 1 AND ready_at IS NOT NULL THEN coalesce(removed_at, now()) ELSE removed_at END WHERE id = $1`,
    [
      listId,
      JSON.stringify({
        ...summary,
        kinds: left > 0 ? { ...others, [type]: left } : others,
        widest: summary.widest.filter(
          (recipient) => recipient.type !== type || recipient.id !== id,
        ),
      }),
    ],
  );
  await recountOrders(tx, listId, Math.max(list.recipients - 1, 0));
  return true;
}
