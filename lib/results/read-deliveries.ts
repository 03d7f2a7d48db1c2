import { z } from "zod";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { DeliveryState } from "@/lib/interface/delivery-state";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { serviceOfMessage } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** What happened to one recipient's device, when, and why. Times are ISO 8601 UTC. */
export interface DeliveryRow {
  id: string;
  destination: string;
  destinationType: string;
  userid: string | null;
  kind: DeviceKind | null;
  deviceid: string;
  model: string | null;
  state: DeliveryState;
  code: string;
  description: string;
  attempts: number;
  queuedAt: string | null;
  submittedAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  updatedAt: string | null;
  interaction: { button?: string; reply?: string } | null;
  updates: { kind: string; state: "pending" | "sent" | "parked"; lastError: string | null }[];
}

interface Row extends Omit<
  DeliveryRow,
  "queuedAt" | "submittedAt" | "deliveredAt" | "readAt" | "updatedAt" | "interaction" | "updates" | "kind"
> {
  kind: DeviceKind | "";
  queuedAt: Date;
  submittedAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  updatedAt: Date;
  button: string | null;
  reply: string | null;
}

const mostRows = 500;

const filterSchema = z.object({
  transid: z.string(),
  after: z.string().optional(),
  state: z.string().optional(),
  limit: z.number().optional(),
});

/** Deliveries of a message in the order of the request, paged by key. Throws `NotFoundError` when there is no such message. */
export const listDeliveries = view("service.view", filterSchema, serviceOfMessage, ({ sql }, filter) => deliveriesOf(sql, filter));

async function deliveriesOf(sql: Sql, filter: z.output<typeof filterSchema>): Promise<{ rows: DeliveryRow[]; next: string | null }> {
  const { transid } = filter;
  const limit = Math.min(Math.max(filter.limit ?? 100, 1), mostRows);
  const rows = await sql.query<Row>(
    `SELECT d.id, d.destination, d.destination_type AS "destinationType", d.kind, d.deviceid, v.model, d.state, d.code, d.description, d.attempts,
       CASE WHEN d.destination_type = 'userid' THEN d.destination ELSE (SELECT min(u.userid) FROM device_user u WHERE u.device_id = d.device_id) END AS userid,
       d.queued_at AS "queuedAt", d.submitted_at AS "submittedAt", d.delivered_at AS "deliveredAt", d.read_at AS "readAt", d.updated_at AS "updatedAt", d.button, d.reply
     FROM delivery d LEFT JOIN device v ON v.id = d.device_id
     WHERE d.message_id = $1 AND ($2::uuid IS NULL OR d.id > $2) AND ($3::text IS NULL OR d.state = $3) ORDER BY d.id LIMIT $4`,
    [transid, filter.after && isId(filter.after) ? filter.after : null, filter.state ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const updates = await updatesOf(
    sql,
    transid,
    page.map(({ id }) => id),
  );
  return { rows: page.map((row) => shown(row, updates.get(row.id) ?? [])), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

async function updatesOf(sql: Sql, transid: string, deliveryIds: readonly string[]): Promise<Map<string, DeliveryRow["updates"]>> {
  const found = new Map<string, DeliveryRow["updates"]>();
  if (deliveryIds.length === 0) return found;
  const rows = await sql.query<{ deliveryId: string } & DeliveryRow["updates"][number]>(
    `SELECT delivery_id AS "deliveryId", kind, state, last_error AS "lastError" FROM "update" WHERE message_id = $1 AND delivery_id = ANY($2::uuid[]) ORDER BY id`,
    [transid, deliveryIds],
  );
  for (const { deliveryId, ...update } of rows) found.set(deliveryId, [...(found.get(deliveryId) ?? []), update]);
  return found;
}

function shown(row: Row, updates: DeliveryRow["updates"]): DeliveryRow {
  const { button, reply, kind, queuedAt, submittedAt, deliveredAt, readAt, updatedAt, ...rest } = row;
  const interaction = { ...(button === null ? {} : { button }), ...(reply === null ? {} : { reply }) };
  return {
    ...rest,
    kind: kind === "" ? null : kind,
    queuedAt: queuedAt.toISOString(),
    submittedAt: iso(submittedAt),
    deliveredAt: iso(deliveredAt),
    readAt: iso(readAt),
    updatedAt: updatedAt.toISOString(),
    interaction: Object.keys(interaction).length === 0 ? null : interaction,
    updates,
  };
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
