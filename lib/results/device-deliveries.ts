import { z } from "zod";
import { isId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import type { DeliveryRow } from "./read-deliveries";

const deviceDeliveriesSchema = idSchema.extend({
  /** A transid; anything else counts as none. */
  after: z.string().optional(),
});

/** What became of a message on one device. Times are ISO 8601 UTC. */
export interface DeviceDelivery extends Pick<
  DeliveryRow,
  "id" | "transid" | "state" | "code" | "description"
> {
  /**
   * The name of its campaign; else the text of the message, in lower case and cut; "" where it was
   * not stored.
   */
  words: string;
  queuedAt: string;
  updatedAt: string;
}

/** A page of what was sent to a device, the latest first. */
export interface DeviceDeliveryPage {
  rows: DeviceDelivery[];
  /**
   * Where the search for older ones begins: `after` of the next page; null where no older message
   * is stored.
   */
  next: string | null;
}

/**
 * So many messages of the app are looked through at a time, the newest first: each is one look-up
 * by its key.
 */
const step = 2_000;
/**
 * Steps of one page at most: a device that got nothing for long is looked for further back by the
 * next page.
 */
const mostSteps = 10;
const mostShown = 50;

type Row = WithDates<DeviceDelivery, "queuedAt" | "updatedAt">;

/**
 * Deliveries to a device, at most 50 a page, among at most 20,000 messages of its app: those older
 * than the message `after`, or the newest.
 */
export const listDeviceDeliveries = view({
  action: "service.view",
  input: deviceDeliveriesSchema,
  service: serviceOfDevice,
  run: async ({ sql, serviceId }, { id, after }): Promise<DeviceDeliveryPage> => {
    let before = after !== undefined && isId(after) ? after : lastId;
    const rows: Row[] = [];
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const [edge] = await sql.query<{ id: string }>(
        `SELECT m.id FROM device v JOIN message m ON m.app_id = v.app_id WHERE v.id = $1 AND m.service_id = $2 AND m.id < $3 ORDER BY m.id DESC OFFSET ${step - 1} LIMIT 1`,
        [id, serviceId, before],
      );
      rows.push(
        ...(await within(sql, {
          id,
          serviceId,
          before,
          from: edge?.id ?? firstId,
          limit: mostShown + 1 - rows.length,
        })),
      );
      if (rows.length > mostShown)
        return {
          rows: rows.slice(0, mostShown).map(isoTimes),
          next: rows[mostShown - 1]?.transid ?? null,
        };
      if (!edge) return { rows: rows.map(isoTimes), next: null };
      before = edge.id;
    }
    return { rows: rows.map(isoTimes), next: before };
  },
});

const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Deliveries among the messages of the app from one on, older than another. */
function within(
  sql: Sql,
  {
    id,
    serviceId,
    before,
    from,
    limit,
  }: { id: string; serviceId: string; before: string; from: string; limit: number },
): Promise<Row[]> {
  return sql.query<Row>(
    `SELECT x.id, m.id AS transid, coalesce(c.name, m.words) AS words, x.state, x.code, x.description, x.queued_at AS "queuedAt", x.updated_at AS "updatedAt"
     FROM (
       SELECT m.id, m.words, m.campaign_id FROM device v JOIN message m ON m.app_id = v.app_id
       WHERE v.id = $1 AND m.service_id = $2 AND m.id < $3 AND m.id >= $4 ORDER BY m.id DESC LIMIT ${step}
     ) m JOIN delivery x ON x.message_id = m.id AND x.target = $5 LEFT JOIN campaign c ON c.id = m.campaign_id ORDER BY m.id DESC, x.id DESC LIMIT $6`,
    [id, serviceId, before, from, id.toLowerCase(), limit],
  );
}
