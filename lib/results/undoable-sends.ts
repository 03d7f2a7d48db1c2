import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A send in its undo window. */
export interface UndoableSendRow {
  id: string;
  name: string;
  /** Milliseconds of the undo window that are left. */
  undoMs: number;
}

const most = 3;

/**
 * The campaigns of a service in their undo windows, the one with the most time first; at most 3.
 */
export const listUndoableSends = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ sql, serviceId }) =>
    sql.query<UndoableSendRow>(
      `SELECT c.id, c.name, (extract(epoch FROM o.undo_until - now()) * 1000)::float8 AS "undoMs" FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id
     WHERE o.due_at IS NOT NULL AND o.service_id = $1 AND o.state = 'sending' AND o.started_at IS NULL AND o.undo_until > now()
     ORDER BY o.undo_until DESC, c.id LIMIT ${most}`,
      [serviceId],
    ),
});
