import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { messageName } from "@/lib/compose/draft-text";
import { newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import type { sendSchema } from "@/lib/inputs/compose";
import { isSendable } from "@/lib/interface/text";
import { rejectInput } from "@/lib/verb/errors";
import type { StepsScope, NoChange } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { lockCampaign } from "../approval/open";
import { spendApproval } from "../approval/spend";
import { refuseStale } from "../draft/conflict";
import { insertDraft, storeOrderedDraft } from "../draft/store";
import { assertMayExempt } from "./exempt";
import { assertListUnchanged, lockList } from "./list-unchanged";
import * as move from "./move";
import type { Order } from "./plan";
import { prepareOrder, type PreparedOrder } from "./prepare";
import { keepTemplatesOfOrder } from "./templates";

/** What was ordered: durable, and on its way as soon as its undo window ends. */
export interface PlacedOrder {
  campaignId: string;
  requests: number;
  recipients: number;
  /** Milliseconds of the undo window that are left; 0 when it has ended. */
  undoMs: number;
}

const sendUndone = "This send was undone. Press Send again to send the message.";
const anotherVersion =
  "Another version of this draft was sent already. Nothing was sent a second time.";

/** Orders a message to be sent: the step that `sendCampaign` and `sendApproved` share. */
export async function placeOrder(
  { actor, serviceId, audit }: StepsScope<"campaign.send">,
  input: z.output<typeof sendSchema>,
): Promise<{ row: PlacedOrder } | NoChange<PlacedOrder>> {
  const { request: pattern, nonce: callerNonce, campaign, reach } = input;
  const order = { pattern, ...reach, orderId: newId() };
  const by = memberIdOf(actor);
  const nonce = `${by} ${callerNonce}`;
  const earlier = await orderedAs(database(), nonce, order);
  if (earlier) return { unchanged: earlier };
  await assertMayExempt(
    database(),
    { actor, serviceId },
    { campaignId: campaign?.id ?? null, necessary: reach.necessary, draft: campaign?.draft },
  );
  const prepared = await prepareOrder({ actor, serviceId }, order, null, input);
  const { appids, requests, recipients, audience } = prepared.plan;
  const text = keepable(campaign ?? { name: messageName(pattern.request), draft: "" });
  const draft = { id: campaign?.id ?? null, revision: campaign?.revision ?? 0 };
  const mark = reach.necessary && { necessary: true as const };
  const event = { appids, requests, recipients, audience, ...mark };
  const result = await repeatRolledBack(() =>
    database().transaction(async (tx) => {
      const outcome = await write(tx, { serviceId, by, nonce, draft, text, ...prepared });
      if ("row" in outcome) await audit(tx, outcome.row.campaignId, event);
      return outcome;
    }),
  );
  if ("refused" in result) {
    if (draft.id !== null) changed({ transid: draft.id, serviceId });
    return rejectInput(result.refused);
  }
  if ("row" in result) changed({ transid: result.row.campaignId, serviceId });
  return result;
}

/** What is ordered, and by whom. */
interface OrderWrite extends PreparedOrder {
  serviceId: string;
  by: string | null;
  /** A second order with the same nonce is this one. */
  nonce: string;
  /** The draft that is sent; its `id` is null where there is none. */
  draft: { id: string | null; revision: number };
  /** Its name and content, as far as they can be stored. */
  text: { name: string; draft: string };
}

/**
 * Writes an order in a transaction, which has to be committed also where it answers `refused`: an
 * approval of anything else is void then. Throws `ConflictError` for a draft that was saved, sent
 * or scheduled since: what is sent is what its sender saw.
 */
async function write(
  tx: Sql,
  {
    serviceId,
    by,
    nonce,
    draft: { id, revision },
    text,
    order,
    plan,
    subject,
    ordered,
  }: OrderWrite,
): Promise<{ row: PlacedOrder } | NoChange<PlacedOrder> | { refused: string }> {
  // Tries of one order come one after the other.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`order ${nonce}`]);
  const same = await orderedAs(tx, nonce, order);
  if (same) return { unchanged: same };
  await lockList(tx, order);
  const locked = await lockCampaign(tx, id, serviceId);
  if (locked && (!locked.isDraft || locked.revision !== revision))
    await refuseStale(tx, locked.id, serviceId, "send");
  await assertListUnchanged(tx, order, plan);
  const spent = await spendApproval(tx, { serviceId, campaignId: locked?.id ?? null, subject });
  if ("refused" in spent) return spent;
  const { appid } = order.pattern.request;
  const campaignId = locked?.id ?? (await insertDraft(tx, { serviceId, by }, { appid, ...text }));
  if (locked) await storeOrderedDraft(tx, campaignId, text);
  const moved = { id: campaignId, serviceId, by };
  const orderId = await move.order(tx, moved, { nonce, ...ordered, ...spent });
  await keepTemplatesOfOrder(tx, orderId, order, plan);
  const row = await orderedAs(tx, nonce, order);
  if (!row) throw new Error("The order was not stored.");
  return { row };
}

/** Returns the parts of a draft that can be stored: the send does not depend on the others. */
function keepable({ name, draft }: { name: string; draft: string }): {
  name: string;
  draft: string;
} {
  return {
    name: campaignName(isSendable(name) ? name : ""),
    draft: draftProblem({ name: "", draft }) === undefined ? draft : "",
  };
}

/**
 * Two tabs that opened one draft send under one nonce: what the other one sent is no answer to who
 * wrote something else.
 */
async function orderedAs(sql: Sql, nonce: string, order: Order): Promise<PlacedOrder | undefined> {
  const [row] = await sql.query<PlacedOrder & { isSame: boolean }>(
    `SELECT campaign_id AS "campaignId", requests, recipients,
       greatest(0, coalesce(floor(extract(epoch FROM undo_until - now()) * 1000), 0))::float8 AS "undoMs",
       (request = $2 AND CASE WHEN segment_id IS NULL THEN audience_id END IS NOT DISTINCT FROM $3::uuid AND more_appids = $4::text[] AND language IS NOT DISTINCT FROM $5
         AND segment_id::text IS NOT DISTINCT FROM $6 AND segment_evaluation IS NOT DISTINCT FROM $7 AND rate IS NOT DISTINCT FROM $8 AND necessary = $9) IS TRUE AS "isSame"
     FROM campaign_order WHERE nonce = $1`,
    [
      nonce,
      order.pattern.body,
      order.audienceId,
      order.moreAppids,
      order.language ?? null,
      order.segment?.id ?? null,
      order.segment?.evaluation ?? null,
      order.rate ?? null,
      order.necessary ?? false,
    ],
  );
  if (row) {
    const { isSame, ...sent } = row;
    return isSame ? sent : rejectInput(anotherVersion, "/nonce");
  }
  const undone = await sql.query("SELECT 1 FROM campaign WHERE undone_nonce = $1", [nonce]);
  // The same nonce would be refused again.
  return undone.length > 0 ? rejectInput(sendUndone, "/nonce") : undefined;
}
