import { memberIdOf } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { acceptRequest } from "@/lib/dispatch/accept";
import { serviceOfAppid } from "@/lib/dispatch/read-request";
import { wake } from "@/lib/dispatch/wake";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import { sendSchema } from "@/lib/inputs/compose";
import { problem, type Problem } from "@/lib/interface/problem";
import { isSendable } from "@/lib/interface/text";
import { recipientsIn } from "@/lib/plan/requests";
import { now } from "@/lib/runtime/clock";
import { refuse, RefusedError } from "@/lib/verb/errors";
import { verbInSteps, type GivenSteps } from "@/lib/verb/verb";
import * as move from "./move";
import { planCampaign, requestOf, takesOneRequest, type Order } from "./plan";
import { assertSendable, orderedOf } from "./schedule";
import { serviceOfRequest } from "./service-of";

/** What was accepted: one message, or a campaign that is under way in several requests. */
export type Sent =
  | { transid: string; warnings: Problem[] }
  | { campaignId: string; requests: number; recipients: number; warnings: Problem[] };

const unkept =
  "It takes several requests, and its draft cannot be kept while they are made. Keep its recipients as a list under Audiences.";

/**
 * Sends what was composed: the same acceptance as for programs, of the very bytes that the JSON tab shows. The same nonce twice is one message, or one campaign, so
 * that a double click or a second try after a broken line is harmless. The draft that it was is kept as a sent campaign in the transaction that accepts it; what
 * takes several requests cannot do without one. Refuses with the problems of the interface, or with what stands in the way although no rule is broken.
 */
export const sendMessage = verbInSteps(
  "campaign.send",
  sendSchema,
  serviceOfRequest,
  async (given, { request, nonce, campaign, reach }): Promise<{ row: Sent } | { unchanged: Sent }> => {
    const order = { body: request, ...reach };
    const service = await serviceOfAppid(requestOf(order).appid);
    if (!service) throw new RefusedError(problem("appid.unknown", "/appid"));
    if (!service.active) throw new RefusedError(problem("service.inactive", ""));
    if (!takesOneRequest(order, service)) return orderRequests(given, order, nonce, campaign ?? refuse(unkept));
    let stored = false;
    const { ok, transid, problems, warnings } = await acceptRequest({
      service,
      bytes: new TextEncoder().encode(request),
      source: "console",
      idempotencyKey: `console ${memberIdOf(given.actor)} ${nonce}`,
      beside: async (tx, accepted: string) => {
        if (campaign) await keepSent(tx, given, campaign, accepted);
        const { appid, destination } = requestOf(order);
        await given.audit(tx, accepted, { appids: [appid], requests: 1, recipients: recipientsIn(destination).length, audience: null });
        stored = true;
      },
    });
    if (!ok) throw new RefusedError(...problems);
    return stored ? { row: { transid, warnings } } : { unchanged: { transid, warnings } };
  },
);

/**
 * Keeps what was sent as a campaign: the draft that it was, as it was when it was sent, else one of its own, when there was none yet or somebody else went on
 * with it. One that cannot be kept is left out, and no error: the message counts.
 */
async function keepSent(
  tx: Sql,
  { actor, serviceId }: Pick<GivenSteps<"campaign.send">, "actor" | "serviceId">,
  { id, revision, name, appid, draft }: CampaignDraft,
  transid: string,
): Promise<void> {
  if (draftProblem({ name, draft }) !== undefined || !isSendable(appid)) return;
  const kept = { transid, name: campaignName(name), draft };
  const by = memberIdOf(actor);
  if (id === null || !isId(id) || !(await move.sent(tx, { id, serviceId, revision, by }, kept)))
    await move.sentAnew(tx, { appid, serviceId, by }, kept);
}

/** It is durable and under way when this resolves, and a worker makes the requests. */
async function orderRequests(
  { actor, serviceId, audit }: GivenSteps<"campaign.send">,
  order: Order,
  given: string,
  campaign: CampaignDraft,
): Promise<{ row: Sent } | { unchanged: Sent }> {
  const why = draftProblem(campaign);
  if (why !== undefined) refuse(why);
  const by = memberIdOf(actor);
  const nonce = `${by} ${given}`;
  const earlier = await orderedAs(nonce);
  if (earlier) return { unchanged: earlier };
  const plan = await planCampaign({ actor, serviceId }, order, now());
  assertSendable(plan);
  const kept = { ...orderedOf(order, plan), nonce, name: campaignName(campaign.name), draft: campaign.draft };
  const { appids, requests, recipients, audience } = plan;
  const made = await database().transaction(async (tx) => {
    const { id, revision } = campaign;
    const drafted = id !== null && isId(id) && (await move.order(tx, { id, serviceId, revision, by }, kept)) ? id : undefined;
    const campaignId = drafted ?? (await move.orderAnew(tx, { appid: requestOf(order).appid, serviceId, by }, kept));
    if (campaignId !== undefined) await audit(tx, campaignId, { appids, requests, recipients, audience });
    return campaignId;
  });
  if (made !== undefined) wake("campaigns");
  const ordered = await orderedAs(nonce);
  if (!ordered) throw new Error("The campaign was not kept.");
  return made === undefined ? { unchanged: ordered } : { row: ordered };
}

async function orderedAs(nonce: string): Promise<Sent | undefined> {
  const [row] = await database().query<{ campaignId: string; requests: number; recipients: number }>(
    `SELECT id AS "campaignId", requests, coalesce(recipients, 0) AS recipients FROM campaign WHERE nonce = $1`,
    [nonce],
  );
  return row && { ...row, warnings: [] };
}
