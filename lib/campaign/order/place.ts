import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { messageName } from "@/lib/compose/name-of";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import type { sendSchema } from "@/lib/inputs/compose";
import { isSendable } from "@/lib/interface/text";
import { rejectInput } from "@/lib/verb/errors";
import type { GivenSteps, Unchanged } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { lockCampaign } from "../approval/open";
import { spendApproval } from "../approval/spend";
import { refuseStale } from "../draft/conflict";
import { keepTemplatesOfOrder } from "../draft/templates";
import { assertListUnchanged, lockList } from "./list-unchanged";
import * as move from "./move";
import type { Order } from "./plan";
import { prepareOrder, type PreparedOrder } from "./prepare";

/** What was ordered: durable, and on its way as soon as its undo window ends. */
export interface PlacedOrder {
  campaignId: string;
  requests: number;
  recipients: number;
  /** Milliseconds of the undo window that are left; 0 when it has ended. */
  heldMs: number;
}

const sendUndone = "This send was undone. Press Send again to send the message.";
const anotherVersion =
  "Another version of this draft was sent already. Nothing was sent a second time.";

/** Orders a message to be sent: the step that `sendCampaign` and `sendApproved` share. */
export async function placeOrder(
  { actor, serviceId, audit }: GivenSteps<"campaign.send">,
  input: z.output<typeof sendSchema>,
): Promise<{ row: PlacedOrder } | Unchanged<PlacedOrder>> {
  const { request: pattern, nonce: callerNonce, campaign, reach } = input;
  const order = { pattern, ...reach };
  const by = memberIdOf(actor);
  const nonce = `${by} ${callerNonce}`;
  const earlier = await orderedAs(database(), nonce, order);
  if (earlier) return { unchanged: earlier };
  const prepared = await prepareOrder({ actor, serviceId }, order, null, input);
  const { appids, requests, recipients, audience } = prepared.plan;
  const named = {
    nonce,
    ...keepable(campaign ?? { name: messageName(pattern.request), draft: "" }),
  };
  const draft = { id: campaign?.id ?? null, revision: campaign?.revision ?? 0 };
  const result = await repeatRolledBack(() =>
    database().transaction(async (tx) => {
      const outcome = await write(tx, { serviceId, by, draft, named, ...prepared });
      if ("row" in outcome)
        await audit(tx, outcome.row.campaignId, { appids, requests, recipients, audience });
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
interface Writing extends PreparedOrder {
  serviceId: string;
  by: string | null;
  /** The draft that is sent; its `id` is null where there is none. */
  draft: { id: string | null; revision: number };
  named: Pick<move.OrderedNow, "nonce" | "name" | "draft">;
}

/**
 * Writes an order in a transaction, which has to be committed also where it answers `refused`: an
 * approval of anything else is void then. Throws `ConflictError` for a draft that was saved, sent
 * or scheduled since: what is sent is what its sender saw.
 */
async function write(
  tx: Sql,
  { serviceId, by, draft: { id, revision }, named, order, plan, subject, ordered }: Writing,
): Promise<{ row: PlacedOrder } | Unchanged<PlacedOrder> | { refused: string }> {
  const { nonce } = named;
  await lockList(tx, order);
  const locked = await lockCampaign(tx, id, serviceId);
  // Another try of the same order was before.
  const same = locked && (await orderedAs(tx, nonce, order));
  if (same) return { unchanged: same };
  if (locked && (locked.state !== "draft" || locked.revision !== revision))
    await refuseStale(tx, locked.id, serviceId, "send");
  await assertListUnchanged(tx, order, plan);
  const campaignId = locked?.id ?? null;
  const spent = await spendApproval(tx, { serviceId, campaignId, subject });
  if ("refused" in spent) return spent;
  const whole = { ...ordered, ...spent, ...named };
  const { appid } = order.pattern.request;
  const orderedId = locked
    ? await move.order(tx, { id: locked.id, serviceId, revision, by }, whole)
    : await move.orderAnew(tx, { appid, serviceId, by }, whole);
  if (orderedId !== undefined) await keepTemplatesOfOrder(tx, orderedId, order, plan);
  const row = await orderedAs(tx, nonce, order);
  if (!row) throw new Error("The campaign was not stored.");
  return orderedId === undefined ? { unchanged: row } : { row };
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
  const [row] = await sql.query<PlacedOrder & { state: string; isSame: boolean }>(
    `SELECT id AS "campaignId", state, requests, coalesce(recipients, 0) AS recipients,
       greatest(0, coalesce(floor(extract(epoch FROM held_until - now()) * 1000), 0))::float8 AS "heldMs",
       (request = $2 AND audience_id IS NOT DISTINCT FROM $3::uuid AND more_appids = $4::text[] AND language IS NOT DISTINCT FROM $5) IS TRUE AS "isSame"
     FROM campaign WHERE nonce = $1`,
    [nonce, order.pattern.body, order.audienceId, order.moreAppids, order.language ?? null],
  );
  if (!row) return undefined;
  const { state, isSame, ...sent } = row;
  // The same nonce would be refused again.
  if (state === "draft") return rejectInput(sendUndone, "/nonce");
  return isSame ? sent : rejectInput(anotherVersion, "/nonce");
}
