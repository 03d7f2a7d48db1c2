import type { Sql } from "@/lib/database/sql";
import { refuse } from "@/lib/verb/errors";
import type { CampaignPlan, Order } from "./plan";

/**
 * Locks the list of an order until the end of the transaction, in which the order is written: a concurrent edit waits, and finds the order. Refuses an order whose
 * list changed since it was counted.
 */
export async function assertListUnchanged(
  tx: Sql,
  { audienceId }: Pick<Order, "audienceId">,
  { listRevision }: CampaignPlan,
): Promise<void> {
  if (audienceId === null) return;
  const [list] = await tx.query<{ revision: number }>("SELECT revision FROM audience WHERE id = $1 FOR SHARE", [audienceId]);
  if (list?.revision !== listRevision) refuse(changed);
}

/** Refuses a plan of another revision of the list than the one whose recipients were confirmed; `confirmed`: null or undefined where that is not known. */
export function assertListConfirmed({ listRevision }: CampaignPlan, confirmed: number | null | undefined): void {
  if (confirmed != null && listRevision !== null && listRevision !== confirmed) refuse(changed);
}

const changed = "The list was changed in the meantime. Check its number of recipients, then try again.";
