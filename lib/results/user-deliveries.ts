import { z } from "zod";
import { firstIdAt, isId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { idSchema } from "@/lib/inputs/row";
import { now } from "@/lib/runtime/clock";
import { serviceOfUser } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import type { DeviceDelivery, DeviceDeliveryPage } from "./device-deliveries";

const userDeliveriesSchema = idSchema.extend({
  /** A transid; anything else counts as none. */
  after: z.string().optional(),
});

const mostShown = 50;
/** Messages are looked for so far back: as long as they are stored by default, 13 months. */
const lookedBackMs = 396 * 86_400_000;
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * What was sent to a user by their user id, on each device, the latest message first, at most 50 a
 * page: older than the message `after`, or the newest. Messages to a push id of theirs are found at
 * the device.
 */
export const listUserDeliveries = view({
  action: "service.view",
  input: userDeliveriesSchema,
  service: serviceOfUser,
  run: async ({ sql, serviceId }, { id, after }): Promise<DeviceDeliveryPage> => {
    const before = after !== undefined && isId(after) ? after : lastId;
    const rows = await sql.query<WithDates<DeviceDelivery, "queuedAt" | "updatedAt">>(
      `SELECT x.id, m.id AS transid, coalesce(c.name, m.words) AS words, x.state, x.code, x.description, x.queued_at AS "queuedAt", x.updated_at AS "updatedAt"
       FROM service_user u JOIN delivery x ON x.service_id = u.service_id AND x.destination = u.userid AND x.destination_type = 'userid'
         JOIN message m ON m.id = x.message_id LEFT JOIN campaign c ON c.id = m.campaign_id
       WHERE u.id = $1 AND u.service_id = $2 AND x.message_id < $3 AND x.message_id >= $4 ORDER BY x.message_id DESC, x.id DESC LIMIT $5`,
      [id, serviceId, before, firstIdAt(now() - lookedBackMs), mostShown + 1],
    );
    return {
      rows: rows.slice(0, mostShown).map(isoTimes),
      next: rows.length > mostShown ? (rows[mostShown - 1]?.transid ?? null) : null,
    };
  },
});
