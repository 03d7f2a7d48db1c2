import { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { pageInput } from "@/lib/inputs/page";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceOfMessage } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** What happened to one recipient's device, when, and why. Times are ISO 8601 UTC. */
export interface DeliveryRow {
  id: string;
  /** Of its message. */
  transid: string;
  destination: string;
  destinationType: string;
  userid: string | null;
  kind: DeviceKind | null;
  deviceid: string;
  model: string | null;
  /**
   * The language of its template that it is sent in; "" for the default text, and without a
   * template.
   */
  language: string;
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

/** A delivery as the database has it. */
export interface DeliveryRead extends WithDates<
  Omit<DeliveryRow, "interaction" | "updates" | "kind" | "transid">,
  "queuedAt" | "submittedAt" | "deliveredAt" | "readAt" | "updatedAt"
> {
  messageId: string;
  queuedAt: Date;
  updatedAt: Date;
  kind: DeviceKind | "";
  button: string | null;
  reply: string | null;
}

const mostRows = 500;

const filterSchema = z.object({
  transid: z.string(),
  ...pageInput,
  state: z.string().optional(),
  limit: z.number().optional(),
});

/** Of a delivery, as {@link DeliveryRead}. */
export const deliveryColumns = `d.id, d.message_id AS "messageId", coalesce(d.destination_written, d.destination) AS destination, d.destination_type AS "destinationType", d.kind, d.deviceid, v.model, d.language, d.state, d.code, d.description, d.attempts,
  CASE WHEN d.destination_type = 'userid' THEN d.destination ELSE (SELECT min(u.userid) FROM device_user u WHERE u.device_id = d.device_id) END AS userid,
  d.queued_at AS "queuedAt", d.submitted_at AS "submittedAt", d.delivered_at AS "deliveredAt", d.read_at AS "readAt", d.updated_at AS "updatedAt", d.button, d.reply`;
const from = `FROM delivery d LEFT JOIN device v ON v.id = d.device_id`;
const fitting = `d.message_id = $1 AND ($2::text IS NULL OR d.state = $2)`;

/**
 * Deliveries of a message in the order of the request; at most 500 a page, 100 by default. Throws
 * `NotFoundError` when there is no such message.
 */
export const listDeliveries = view({
  action: "service.view",
  input: filterSchema,
  service: serviceOfMessage,
  run: ({ sql }, filter) => deliveriesOf(sql, filter),
});

async function deliveriesOf(
  sql: Sql,
  { transid, after, before, ...filter }: z.output<typeof filterSchema>,
): Promise<PageOf<DeliveryRow>> {
  const parameters = [transid, filter.state ?? null] as const;
  const page = await pageOf(
    { after, before, limit: Math.min(Math.max(filter.limit ?? 100, 1), mostRows) },
    undefined,
    ({ place, back, limit }) =>
      sql.query<DeliveryRead>(
        back
          ? `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($3::uuid IS NULL OR d.id < $3) ORDER BY d.id DESC LIMIT $4`
          : `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($3::uuid IS NULL OR d.id > $3) ORDER BY d.id LIMIT $4`,
        [...parameters, place?.id ?? null, limit],
      ),
    () => sql.query<{ n: number }>(countRows(`FROM delivery d WHERE ${fitting}`), [...parameters]),
  );
  return { ...page, rows: await withUpdates(sql, page.rows) };
}

/** Deliveries with their updates. */
export async function withUpdates(
  sql: Sql,
  deliveries: readonly DeliveryRead[],
): Promise<DeliveryRow[]> {
  const updatesByDelivery = new Map<string, DeliveryRow["updates"]>();
  const rows =
    deliveries.length === 0
      ? []
      : await sql.query<{ deliveryId: string } & DeliveryRow["updates"][number]>(
          `SELECT delivery_id AS "deliveryId", kind, state, last_error AS "lastError" FROM "update"
           WHERE message_id = ANY($1::uuid[]) AND delivery_id = ANY($2::uuid[]) ORDER BY id`,
          [
            [...new Set(deliveries.map(({ messageId }) => messageId))],
            deliveries.map(({ id }) => id),
          ],
        );
  for (const { deliveryId, ...update } of rows)
    updatesByDelivery.set(deliveryId, [...(updatesByDelivery.get(deliveryId) ?? []), update]);
  return deliveries.map((row) => deliveryRow(row, updatesByDelivery.get(row.id) ?? []));
}

function deliveryRow(read: DeliveryRead, updates: DeliveryRow["updates"]): DeliveryRow {
  const { messageId, button, reply, kind, ...rest } = read;
  const interaction = {
    ...(button === null ? {} : { button }),
    ...(reply === null ? {} : { reply }),
  };
  return {
    ...isoTimes(rest),
    transid: messageId,
    kind: kind === "" ? null : kind,
    interaction: Object.keys(interaction).length === 0 ? null : interaction,
    updates,
  };
}
