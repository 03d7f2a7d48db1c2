import { campaignState, currentOrder } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { problem } from "@/lib/interface/problem";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";

/** How a campaign stands. */
interface CampaignSnapshot {
  name: string;
  state: string;
  requests: number;
  answered: number;
}

/**
 * Locks a campaign, then reads how it stands: its order may be another one by then. Throws
 * `NotFoundError`.
 */
export async function standing(tx: Sql, id: string): Promise<CampaignSnapshot> {
  await tx.query("SELECT 1 FROM campaign WHERE id = $1 FOR UPDATE", [id]);
  const [row] = await tx.query<CampaignSnapshot>(
    `SELECT c.name, ${campaignState} AS state, coalesce(o.requests, 1) AS requests, coalesce(o.answered, 0) AS answered
     FROM campaign c LEFT JOIN ${currentOrder} WHERE c.id = $1`,
    [id],
  );
  if (!row) throw new NotFoundError("This campaign");
  return row;
}

/** What is done to an order that is under way. */
export type Steering = "pause" | "resume" | "stop";

const stateWords: Readonly<Record<string, string>> = {
  draft: "a draft",
  sending: "being sent",
  sent: "sent already",
  failed: "not sent",
  stopped: "stopped already",
  paused: "paused already",
};

/** A campaign in whose state this cannot be done. Programs get 409, with the rule. */
export class CampaignStateError extends RefusedError {
  override readonly status = 409;

  constructor(steering: Steering, state: string) {
    super(problem(`campaign.${steering}`, "", { state: stateWords[state] ?? state }));
  }
}
