import { isNecessaryDraft } from "@/lib/compose/reach";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { can, type Actor } from "@/lib/policy/can";
import { rejectInput } from "@/lib/verb/errors";

/** What is to be stored or ordered: whether it, and the draft that is stored with it, is marked. */
interface MarkedInput {
  /** Null for a draft that was never saved. */
  campaignId: string | null;
  necessary?: boolean | undefined;
  draft?: string | undefined;
}

/**
 * Refuses to store or order as necessary what an actor may not exempt from frequency caps, unless
 * the stored draft of the campaign is marked already: a member with the right did so.
 */
export async function assertMayExempt(
  sql: Sql,
  { actor, serviceId }: { actor: Actor; serviceId: string },
  { campaignId, necessary = false, draft = "" }: MarkedInput,
): Promise<void> {
  if (!necessary && !isNecessaryDraft(draft)) return;
  const right = can(actor, "campaign.exempt", serviceId);
  if (right.ok) return;
  if (campaignId !== null && isId(campaignId)) {
    const [stored] = await sql.query<{ draft: string }>(
      "SELECT draft FROM campaign WHERE id = $1 AND service_id = $2",
      [campaignId, serviceId],
    );
    if (stored && isNecessaryDraft(stored.draft)) return;
  }
  rejectInput(
    `This message cannot be marked as necessary: ${right.reason.charAt(0).toLowerCase()}${right.reason.slice(1)}`,
    "/reach/necessary",
  );
}
