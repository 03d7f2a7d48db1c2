import { memberIdOf } from "@/lib/auth/member";
import { messageName } from "@/lib/compose/name-of";
import { isId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import { sendSchema } from "@/lib/inputs/compose";
import { idSchema } from "@/lib/inputs/id";
import { isSendable } from "@/lib/interface/text";
import type { Subject } from "@/lib/plan/subject";
import { now } from "@/lib/runtime/clock";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { changed, wake } from "@/lib/work/wake";
import { lockCampaign } from "./approval/open";
import { spendApproval } from "./approval/spend";
import { subjectOf } from "./approval/subject";
import { staleDraft, standingOf } from "./conflict";
import { assertDrawn } from "./drawn-version";
import { assertListConfirmed, assertListUnchanged, lockList } from "./list-unchanged";
import * as move from "./move";
import { planCampaign, type CampaignPlan, type Order } from "./plan";
import { assertSendable, orderedOf } from "./schedule";
import { serviceOfRequest } from "./service-of";
import { keepTemplatesAgain, keepTemplatesOfOrder } from "./templates";

/** What was ordered: durable, and on its way as soon as its undo window ends. */
export interface Sent {
  campaignId: string;
  requests: number;
  recipients: number;
  /** Milliseconds of the undo window that are left; 0 when it has ended. */
  heldMs: number;
}

const sendUndone = "This send was undone. Press Send again to send the message.";
const anotherVersion =
  "Another version of this draft was sent already. Nothing was sent a second time.";
const leftAlready =
  "It is too late to undo: the message is already being sent, or its sending was already undone.";

/**
 * Orders the composed message to be sent. Checks it by all rules; after the undo window
 * (`UNDO_SECONDS`) a worker creates the messages, with the template versions published now.
 * A single request is sent with exactly the bytes of the JSON tab. The order is durable when this
 * resolves: closing the page or restarting the service changes nothing. Idempotent by nonce: a
 * double click or a retry after a lost connection returns the same campaign. Stores the draft with
 * the order, or none when it cannot be stored. Needs an approval of exactly this message where the
 * service requires one. Rejects with the problems of the interface, or with the reason why a valid
 * message cannot be sent. Throws `ConflictError` when another writer changed the draft, the list
 * or the template since.
 */
export const sendCampaign = verbInSteps({
  action: "campaign.send",
  input: sendSchema,
  service: serviceOfRequest,
  run: async (
    { actor, serviceId, audit },
    { request: pattern, nonce: callerNonce, campaign, reach, templateVersion, listRevision },
  ): Promise<{ row: Sent } | { unchanged: Sent }> => {
    const order = { pattern, ...reach };
    const by = memberIdOf(actor);
    const nonce = `${by} ${callerNonce}`;
    const earlier = await orderedAs(database(), nonce, order);
    if (earlier) return { unchanged: earlier };
    const plan = await planCampaign({ actor, serviceId }, order, now());
    assertSendable(plan);
    await assertDrawn(order, plan, templateVersion);
    await assertListConfirmed(order, plan, listRevision);
    const { requests, recipients, audience, appids } = plan;
    const ordered = {
      ...orderedOf(order, plan),
      nonce,
      ...keepable(campaign ?? { name: messageName(pattern.request), draft: "" }),
    };
    const subject = await subjectOf(order, plan, null);
    const result = await repeatRolledBack(() =>
      database().transaction((tx) =>
        placeOrder(tx, {
          serviceId,
          by,
          draft: campaign ?? { id: null, revision: 0 },
          order,
          plan,
          subject,
          ordered,
          audit: (campaignId) => audit(tx, campaignId, { appids, requests, recipients, audience }),
        }),
      ),
    );
    if ("refused" in result) {
      if (campaign?.id != null) changed({ transid: campaign.id, serviceId });
      return rejectInput(result.refused);
    }
    if ("row" in result) changed({ transid: result.row.campaignId, serviceId });
    return result;
  },
});

/** What is ordered, and by whom. */
interface Ordering {
  serviceId: string;
  by: string | null;
  /** The draft that is sent; its `id` is null where there is none. */
  draft: { id: string | null; revision: number };
  order: Order;
  plan: CampaignPlan;
  subject: Subject;
  ordered: Omit<move.OrderedNow, "approvalId">;
  /** Writes the event of the campaign that was ordered. */
  audit: (campaignId: string) => Promise<void>;
}

/**
 * Orders in a transaction, which has to be committed also where it answers `refused`: an approval
 * of anything else is void then.
 */
async function placeOrder(
  tx: Sql,
  { serviceId, by, draft: { id, revision }, order, plan, subject, ordered, audit }: Ordering,
): Promise<{ row: Sent } | { unchanged: Sent } | { refused: string }> {
  const { nonce } = ordered;
  await lockList(tx, order);
  const locked = id !== null && isId(id) ? await lockCampaign(tx, id, serviceId) : undefined;
  // Another try of the same order was before.
  const same = locked && (await orderedAs(tx, nonce, order));
  if (same) return { unchanged: same };
  if (locked && (locked.state !== "draft" || locked.revision !== revision))
    await assertNotStale(tx, { id: id ?? "", serviceId, nonce });
  await assertListUnchanged(tx, order, plan);
  const spent = await spendApproval(tx, { serviceId, campaignId: locked ? id : null, subject });
  if ("refused" in spent) return spent;
  const orderedWithApproval = { ...ordered, ...spent };
  const drafted =
    id !== null &&
    isId(id) &&
    (await move.order(tx, { id, serviceId, revision, by }, orderedWithApproval))
      ? id
      : undefined;
  if (drafted === undefined && id !== null && isId(id))
    await assertNotStale(tx, { id, serviceId, nonce });
  const { appid } = order.pattern.request;
  const campaignId =
    drafted ?? (await move.orderAnew(tx, { appid, serviceId, by }, orderedWithApproval));
  if (campaignId !== undefined) await keepTemplatesOfOrder(tx, campaignId, order, plan);
  if (campaignId !== undefined) await audit(campaignId);
  const row = await orderedAs(tx, nonce, order);
  if (!row) throw new Error("The campaign was not kept.");
  return campaignId === undefined ? { unchanged: row } : { row };
}

/**
 * Undoes a send within its undo window: the campaign is a draft again, with this revision. Refuses
 * a send that has left.
 */
export const undoSend = verb({
  action: "send.undo",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor }, { id }) => {
    const revision = await move.undo(tx, id, memberIdOf(actor));
    if (revision === undefined) rejectInput(leftAlready);
    await keepTemplatesAgain(tx, id);
    const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [id]);
    return { row: { id, revision }, changedId: id, entity: id, event: { name: row?.name ?? "" } };
  },
});

/**
 * Sends an order in its undo window at once. Does nothing for an order that has left. Throws
 * `ConflictError` for one that was undone: nothing of it is sent.
 */
export const releaseSend = verb({
  action: "send.release",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id }) => {
    if (!(await move.release(tx, id))) await assertNotUndone(tx, id, serviceId);
    return { row: null };
  },
  after: () => wake("campaigns"),
});

async function assertNotUndone(tx: Sql, id: string, serviceId: string): Promise<void> {
  const now = await standingOf(tx, id, serviceId);
  if (now?.state !== "draft" && now?.state !== "scheduled") return;
  const { revision, name, draft, state } = now;
  const { by, at } = await lastWriter(tx, { actions: ["send.undo"], serviceId, entity: id });
  const message = `${by} undid this send, so nothing was sent. Press Send again to send the message.`;
  throw new ConflictError(
    { revision, by, at, theirs: { name, draft, state } },
    { pointer: "", message },
  );
}

/**
 * Throws `ConflictError` for a draft that was saved, sent or scheduled since: what is sent is what
 * its sender saw.
 */
async function assertNotStale(
  tx: Sql,
  { id, serviceId, nonce }: { id: string; serviceId: string; nonce: string },
): Promise<void> {
  const now = await standingOf(tx, id, serviceId);
  if (now && now.nonce !== nonce) throw staleDraft(now, "send");
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
async function orderedAs(sql: Sql, nonce: string, order: Order): Promise<Sent | undefined> {
  const [row] = await sql.query<Sent & { state: string; isSame: boolean }>(
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
