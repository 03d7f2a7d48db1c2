import type { Sql } from "@/lib/database/sql";
import { isUpdateCode, updateCodes } from "@/lib/interface/codes";
import { enqueueUpdates, type UpdateSource } from "./enqueue";

/** Deliveries read at once: bounds memory for a message of any size. */
const pageSize = 1_000;

interface Row {
  id: string;
  serviceId: string;
  state: string;
  code: string;
  description: string;
  submittedAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  endedAt: Date | null;
  pushid: string;
  destination: string;
  destinationType: string;
  deviceid: string;
  correlationid: string;
  callbackData: string;
  notifyurl: string;
  notifyurlAuthId: string;
  pushref: string;
  button: string | null;
  reply: string | null;
}

/**
 * Enqueues the updates that the states of a message's deliveries call for and that do not exist, e.g. because the webhook was added later.
 *
 * @param serviceId only if the message is of this service
 * @returns how many were made
 */
export async function enqueueMissing(tx: Sql, messageId: string, serviceId: string): Promise<number> {
  let made = 0;
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await tx.query<Row>(
      `SELECT d.id, d.service_id AS "serviceId", d.state, d.code, d.description, d.submitted_at AS "submittedAt", d.delivered_at AS "deliveredAt",
         d.read_at AS "readAt", d.ended_at AS "endedAt", d.pushid, coalesce(d.destination_written, d.destination) AS destination,
         d.destination_type AS "destinationType", d.deviceid, d.correlationid,
         m.callback_data AS "callbackData", m.notifyurl, m.notifyurl_auth_id AS "notifyurlAuthId", m.pushref, d.button, d.reply
       FROM delivery d JOIN message m ON m.id = d.message_id
       WHERE d.message_id = $1 AND ($2::uuid IS NULL OR d.id > $2) AND d.service_id = $3 ORDER BY d.id LIMIT ${pageSize}`,
      [messageId, after, serviceId],
    );
    made += await enqueueUpdates(
      tx,
      rows.flatMap((row) => sourcesOf(messageId, row)),
    );
    if (rows.length < pageSize) return made;
    after = rows.at(-1)?.id ?? null;
  }
}

function sourcesOf(messageId: string, row: Row): UpdateSource[] {
  const { id: deliveryId, state, code, description, submittedAt, deliveredAt, readAt, endedAt, button, reply, ...common } = row;
  const base = { ...common, messageId, deliveryId };
  const sources: UpdateSource[] = [];
  if (submittedAt) sources.push({ ...base, kind: "submitted", at: submittedAt, code: "7501", description: updateCodes["7501"] });
  if (deliveredAt) sources.push({ ...base, kind: "delivered", at: deliveredAt, code: "7500", description: updateCodes["7500"] });
  if (readAt) {
    const pressed = { ...(button === null ? {} : { button }), ...(reply === null ? {} : { reply }) };
    sources.push({ ...base, ...pressed, kind: "read", at: readAt, code: "7502", description: updateCodes["7502"] });
  }
  if (endedAt && (state === "failed" || state === "expired"))
    sources.push({ ...base, kind: "failed", at: endedAt, code: isUpdateCode(code) ? code : "7404", description });
  return sources;
}
