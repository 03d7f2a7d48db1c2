import { campaignState, currentOrder } from "@/lib/database/campaign-state";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import type { CampaignState } from "./campaign-list";

/** How far what was ordered in the composer has come. */
export interface SendProgress {
  state: CampaignState;
  /** Of the draft, when the send was undone. */
  revision: number;
  /** Milliseconds of the undo window that are left; 0 when it has ended. */
  undoMs: number;
  /** Requests that it takes. */
  requests: number;
  /** The message it became; the first of several. */
  transid: string | null;
  /** Why not all of it was accepted, or why it does not go on for the moment. */
  problem: string | null;
}

/** How far one campaign has come. Throws `NotFoundError` when there is none. */
export const readSendProgress = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<SendProgress> => {
    const [row] = await sql.query<SendProgress>(
      `SELECT ${campaignState} AS state, c.revision, coalesce(o.requests, 1) AS requests, o.transid, coalesce(o.problem, o.pause_reason, o.stalled) AS problem,
       CASE WHEN o.started_at IS NULL THEN greatest(0, coalesce(extract(epoch FROM o.undo_until - now()) * 1000, 0)) ELSE 0 END::float8 AS "undoMs"
     FROM campaign c LEFT JOIN ${currentOrder} WHERE c.id = $1 AND c.service_id = $2`,
      [id, serviceId],
    );
    if (!row) throw new NotFoundError();
    return row;
  },
});
