import { idSchema } from "@/lib/inputs/id";
import type { DeliveryState } from "@/lib/interface/delivery-state";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** What became of a message on one device. Times are ISO 8601 UTC. */
export interface DeviceDelivery {
  id: string;
  transid: string;
  /** The name of its campaign; else what the message says, in lower case and cut; "" where it was not kept. */
  words: string;
  state: DeliveryState;
  code: string;
  description: string;
  queuedAt: string;
  updatedAt: string;
}

/** Messages of the app that are looked through, the newest: each is one look-up by its key. */
export const mostLookedThrough = 2_000;
const mostShown = 50;

/** The latest deliveries to a device, at most 50, among the newest 2,000 messages of its app. */
export const listDeviceDeliveries = view(
  "service.view",
  idSchema,
  serviceOfDevice,
  async ({ sql, serviceId }, { id }): Promise<DeviceDelivery[]> => {
    const rows = await sql.query<Omit<DeviceDelivery, "queuedAt" | "updatedAt"> & { queuedAt: Date; updatedAt: Date }>(
      `SELECT x.id, m.id AS transid, coalesce(c.name, m.words) AS words, x.state, x.code, x.description, x.queued_at AS "queuedAt", x.updated_at AS "updatedAt"
       FROM (
         SELECT m.id, m.words, m.campaign_id FROM device v JOIN message m ON m.app_id = v.app_id WHERE v.id = $1 AND m.service_id = $2 ORDER BY m.id DESC LIMIT ${mostLookedThrough}
       ) m JOIN delivery x ON x.message_id = m.id AND x.target = $3 LEFT JOIN campaign c ON c.id = m.campaign_id ORDER BY m.id DESC, x.id DESC LIMIT ${mostShown}`,
      [id, serviceId, id.toLowerCase()],
    );
    return rows.map((row) => ({ ...row, queuedAt: row.queuedAt.toISOString(), updatedAt: row.updatedAt.toISOString() }));
  },
);
