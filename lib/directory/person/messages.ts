import type { Sql } from "@/lib/database/sql";
import type { Counts } from "@/lib/inputs/person";
import { erasedMark, type Person } from "./person";
import { cleanRequest, cleanText, namesPerson } from "./scrub";

/** Deliveries of one transaction. */
const batch = 100;
/**
 * Of messages under way so many are looked at: while there are more of them no person is removed.
 */
const mostOpen = 1_000;

/**
 * Deliveries `d` to a person, named by their user id $2 or by a push id of theirs in $3, in service
 * $1.
 */
export const toPerson = `d.service_id = $1 AND d.destination = ANY($3::text[] || $2::text)
  AND ((d.destination_type = 'userid' AND d.destination = $2) OR (d.destination_type <> 'userid' AND d.destination = ANY($3::text[])))`;

/**
 * Whether updates of a message `m` are in a slice: they are being sent, and are stored after that.
 */
const inSlice = "EXISTS (SELECT 1 FROM update_slice s WHERE m.id = ANY(s.message_ids))";

interface MessageTexts {
  id: string;
  request: Uint8Array;
  words: string;
  correlationid: string;
  callbackData: string;
  notifyurl: string;
  pushref: string;
}

/**
 * Takes a person out of some messages that are done and have no updates in slices, with their
 * deliveries and their updates, sent or not: updates that were not sent yet are dropped. Returns
 * what was changed; nothing when nothing is left.
 */
export async function cleanMessages(tx: Sql, person: Person): Promise<Counts> {
  const { serviceId, userid, tokens } = person;
  const deliveries = await tx.query<{ messageId: string; id: string }>(
    `SELECT d.message_id AS "messageId", d.id FROM delivery d JOIN message m ON m.id = d.message_id
     WHERE ${toPerson} AND d.next_at IS NULL AND m.state = 'done' AND NOT ${inSlice} ORDER BY d.message_id, d.id LIMIT ${batch} FOR UPDATE OF d`,
    [serviceId, userid, [...tokens]],
  );
  if (deliveries.length === 0) return {};
  const messages = await cleanRequests(tx, person, [
    ...new Set(deliveries.map(({ messageId }) => messageId)),
  ]);
  const of = [deliveries.map(({ messageId }) => messageId), deliveries.map(({ id }) => id)];
  const updates = await tx.query<{ id: string }>(
    `UPDATE "update" u SET body = convert_to('{}', 'UTF8'), last_error = NULL, lease_token = NULL, next_at = NULL,
       state = CASE WHEN u.state IN ('pending', 'parked') THEN 'dropped' ELSE u.state END
     FROM (SELECT o.message_id, o.id FROM "update" o JOIN unnest($1::uuid[], $2::uuid[]) AS n(message_id, id) ON o.message_id = n.message_id AND o.delivery_id = n.id
       ORDER BY o.message_id, o.id FOR UPDATE OF o) n
     WHERE u.message_id = n.message_id AND u.id = n.id RETURNING u.id`,
    of,
  );
  await tx.query(
    "UPDATE update_attempt SET error = NULL, exchange = NULL WHERE (error IS NOT NULL OR exchange IS NOT NULL) AND update_id = ANY($1::uuid[])",
    [updates.map(({ id }) => id)],
  );
  // In inboxes of other services, too: a notify URL may name any inbox of this installation.
  await tx.query("DELETE FROM inbox_update WHERE webhook_id = ANY($1::text[])", [
    updates.map(({ id }) => id),
  ]);
  await tx.query(
    `UPDATE delivery d SET target = '${erasedMark}:' || d.id, device_id = NULL, destination = '${erasedMark}', destination_written = NULL, pushid = '', deviceid = '', correlationid = '',
       description = CASE WHEN d.pushid = '' THEN d.description ELSE replace(d.description, d.pushid, '${erasedMark}') END, provider_message_id = NULL, button = NULL, reply = NULL
     FROM unnest($1::uuid[], $2::uuid[]) AS n(message_id, id) WHERE d.message_id = n.message_id AND d.id = n.id`,
    of,
  );
  return { deliveries: deliveries.length, messages, updates: updates.length };
}

async function cleanRequests(
  tx: Sql,
  person: Person,
  transids: readonly string[],
): Promise<number> {
  const rows = await tx.query<MessageTexts>(
    `SELECT id, request, words, correlationid, callback_data AS "callbackData", notifyurl, pushref FROM message WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
    [transids],
  );
  let changed = 0;
  for (const row of rows) {
    const before = new TextDecoder().decode(row.request);
    const { text, alone } = cleanRequest(before, person);
    if (text === before) continue;
    changed += 1;
    const cleaned = (value: string) => (alone ? "" : cleanText(value, person));
    await tx.query(
      "UPDATE message SET request = $2, words = $3, title = NULL, text = '', platforms = NULL, correlationid = $4, callback_data = $5, notifyurl = $6, pushref = $7 WHERE id = $1",
      [
        row.id,
        Buffer.from(text),
        cleaned(row.words),
        cleaned(row.correlationid),
        cleaned(row.callbackData),
        cleanText(row.notifyurl, person),
        cleanText(row.pushref, person),
      ],
    );
  }
  return changed;
}

/**
 * Messages to a person that are still being sent, or whose updates are. They are left alone, and
 * counted up to a thousand.
 */
export async function openMessages(sql: Sql, person: Person): Promise<number> {
  const { serviceId, userid, tokens } = person;
  const delivering = await sql.query<{ id: string }>(
    `SELECT DISTINCT d.message_id AS id FROM delivery d JOIN message m ON m.id = d.message_id
     WHERE ${toPerson} AND (d.next_at IS NOT NULL OR m.state <> 'done' OR ${inSlice}) LIMIT ${mostOpen}`,
    [serviceId, userid, [...tokens]],
  );
  // Not all deliveries of an accepted message are stored: its request names the recipients.
  const accepted = await sql.query<{ id: string; request: Uint8Array }>(
    `SELECT m.id, m.request FROM message m WHERE m.state = 'accepted' AND m.service_id = $1
       AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS n(text) WHERE position(convert_to(n.text, 'UTF8') IN m.request) > 0) LIMIT ${mostOpen}`,
    [serviceId, [userid, ...tokens]],
  );
  const named = accepted.filter(({ request }) =>
    namesPerson(new TextDecoder().decode(request), person),
  );
  return new Set([...delivering, ...named].map(({ id }) => id)).size;
}
