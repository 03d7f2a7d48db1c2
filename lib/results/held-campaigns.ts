import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A campaign in its undo window. */
export interface HeldRow {
  id: string;
  name: string;
  /** Milliseconds in which it can be. */
  heldMs: number;
}

const most = 3;

/**
 * The campaigns of a service in their undo windows, the one with the most time first; at most 3.
 */
export const listHeld = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ sql, serviceId }) =>
    sql.query<HeldRow>(
      `SELECT id, name, (extract(epoch FROM held_until - now()) * 1000)::float8 AS "heldMs" FROM campaign
     WHERE due_at IS NOT NULL AND service_id = $1 AND state = 'sending' AND started_at IS NULL AND held_until > now()
     ORDER BY held_until DESC, id LIMIT ${most}`,
      [serviceId],
    ),
});
