import { memberIdOf } from "@/lib/auth/member";
import { nameOf } from "@/lib/compose/name-of";
import { isId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import { sendSchema } from "@/lib/inputs/compose";
import { idSchema } from "@/lib/inputs/id";
import { isSendable } from "@/lib/interface/text";
import { now } from "@/lib/runtime/clock";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, refuse } from "@/lib/verb/errors";
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
import { planCampaign, type Order } from "./plan";
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
 * Orders what was composed to be sent: checked now by all rules, and after the undo window
 * (`UNDO_SECONDS`) made into messages by a worker, of the very bytes that the JSON tab shows where
 * one request takes them all, and by the versions of templates that are published now. It is
 * durable when this resolves: closing the page or restarting the service changes nothing. The same
 * nonce twice is one campaign, so that a double click or a second try after a broken line is
 * harmless. Its draft is kept with it, or none when it cannot be kept. Where its service asks for a
 * second person, it takes the approval of exactly this. Refuses with the problems of the interface,
 * or with what stands in the way although no rule is broken. Throws `ConflictError` for a draft, a
 * list or a template that another writer changed since.
 */
export const sendMessage = verbInSteps(
  "campaign.send",
  sendSchema,
  serviceOfRequest,
  async (
    { actor, serviceId, audit },
    { request: pattern, nonce: given, campaign, reach, templateVersion, listRevision },
  ): Promise<{ row: Sent } | { unchanged: Sent }> => {
    const order = { pattern, ...reach };
    const by = memberIdOf(actor);
    const nonce = `${by} ${given}`;
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
      ...keepable(campaign ?? { name: nameOf(pattern.request), draft: "" }),
    };
    const subject = await subjectOf(order, plan, null);
    const result = await repeatRolledBack(() =>
      database().transaction(
        async (tx): Promise<{ row: Sent } | { unchanged: Sent } | { refused: string }> => {
          const { id, revision } = campaign ?? { id: null, revision: 0 };
          await lockList(tx, order);
          const locked =
            id !== null && isId(id) ? await lockCampaign(tx, id, serviceId) : undefined;
          // Another try of the same order was before.
          const same = locked && (await orderedAs(tx, nonce, order));
          if (same) return { unchanged: same };
          if (locked && (locked.state !== "draft" || locked.revision !== revision))
            await assertNotStale(tx, { id: id ?? "", serviceId, nonce });
          await assertListUnchanged(tx, order, plan);
          const spent = await spendApproval(tx, {
            serviceId,
            campaignId: locked ? id : null,
            subject,
          });
          if ("refused" in spent) return spent;
          const kept = { ...ordered, ...spent };
          const drafted =
            id !== null && isId(id) && (await move.order(tx, { id, serviceId, revision, by }, kept))
              ? id
              : undefined;
          if (drafted === undefined && id !== null && isId(id))
            await assertNotStale(tx, { id, serviceId, nonce });
          const campaignId =
            drafted ??
            (await move.orderAnew(tx, { appid: pattern.request.appid, serviceId, by }, kept));
          if (campaignId !== undefined) await keepTemplatesOfOrder(tx, campaignId, order, plan);
          if (campaignId !== undefined)
            await audit(tx, campaignId, { appids, requests, recipients, audience });
          const row = await orderedAs(tx, nonce, order);
          if (!row) throw new Error("The campaign was not kept.");
          return campaignId === undefined ? { unchanged: row } : { row };
        },
      ),
    );
    if ("refused" in result) {
      if (campaign?.id != null) changed({ transid: campaign.id, serviceId });
      return refuse(result.refused);
    }
    if ("row" in result) changed({ transid: result.row.campaignId, serviceId });
    return result;
  },
);

/**
 * Undoes a send within its undo window: the campaign is a draft again, with this revision. Refuses
 * a send that has left.
 */
export const undoSend = verb(
  "campaign.undo",
  idSchema,
  serviceOfCampaign,
  async ({ tx, actor }, { id }) => {
    const revision = await move.undo(tx, id, memberIdOf(actor));
    if (revision === undefined) refuse(leftAlready);
    await keepTemplatesAgain(tx, id);
    const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [id]);
    return { row: { id, revision }, shown: id, entity: id, event: { name: row?.name ?? "" } };
  },
);

/**
 * Sends an order in its undo window at once. Does nothing for an order that has left. Throws
 * `ConflictError` for one that was undone: nothing of it is sent.
 */
export const releaseSend = verb(
  "campaign.release",
  idSchema,
  serviceOfCampaign,
  async ({ tx, serviceId }, { id }) => {
    if (!(await move.release(tx, id))) await assertNotUndone(tx, id, serviceId);
    return { row: null };
  },
  () => wake("campaigns"),
);

async function assertNotUndone(tx: Sql, id: string, serviceId: string): Promise<void> {
  const now = await standingOf(tx, id, serviceId);
  if (now?.state !== "draft" && now?.state !== "scheduled") return;
  const { revision, name, draft, state } = now;
  const { by, at } = await lastWriter(tx, { action: "campaign.undo", serviceId, entity: id });
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

/** What can be kept of a draft: what is sent does not depend on it. */
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
  if (state === "draft") return refuse(sendUndone, "/nonce");
  return isSame ? sent : refuse(anotherVersion, "/nonce");
}
