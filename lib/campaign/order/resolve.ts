import { database, type Sql } from "@/lib/database/sql";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { choicesIn } from "@/lib/plan/own-values";
import { whyForSize } from "@/lib/policy/approval";
import { now } from "@/lib/runtime/clock";
import { placeholderOf } from "@/lib/template/placeholder";
import { RefusedError } from "@/lib/verb/errors";
import { approvalRules } from "../approval/open";
import { fail } from "./move";
import { planCampaign, type CampaignPlan, type Order } from "./plan";
import { touchCampaign, whileLeased, type Due } from "./progress";
import { assertSendable } from "./sendable";
import { keepVersions } from "./templates";

const actor = { kind: "job", name: "campaigns" } as const;

/** Whether it is decided only now who is in the segment of an order. */
export function isUnevaluated({ segment, audienceId }: Pick<Due, "segment" | "audienceId">) {
  return segment !== null && audienceId === null;
}

/**
 * Resolves an order that follows its template, whose list changed, or whose segment is evaluated
 * now, once, when it starts: by the version that it stores, or that is published now, it is counted
 * and split again, and all of it goes out by that one. One that this version does not take fails as
 * a whole, with the reason. False when there is nothing to go on with: it failed, or another worker
 * has it.
 */
export async function resolve(at: Due, pattern: ComposedRequest): Promise<boolean> {
  const { audienceId, moreAppids, language, rate, cuts, segment } = at;
  if (at.answered > 0) {
    Object.assign(at, { recount: false });
    return true;
  }
  const order: Order = {
    pattern,
    audienceId,
    moreAppids,
    language,
    rate,
    ...choicesIn(Object.values(cuts)),
    versions: at.follows ? null : at.versions,
    ...(segment && isUnevaluated(at) && { segment, orderId: at.id }),
  };
  const planned = await whileLeased(at, () => planNow(at, order));
  if ("why" in planned) {
    await fail(database(), at, planned.why);
    await touchCampaign(database(), at);
    return false;
  }
  const { plan } = planned;
  const isOurs = await database().transaction((tx) => keep(tx, at, plan));
  Object.assign(at, {
    audienceId: plan.snapshot?.id ?? audienceId,
    cuts: plan.cuts,
    versions: plan.versions,
    follows: false,
    recount: false,
  });
  return isOurs;
}

/** The plan by what there is now, or why it is not sent. */
async function planNow(at: Due, order: Order): Promise<{ plan: CampaignPlan } | { why: string }> {
  try {
    const plan = order.segment
      ? await planSegment(at, order)
      : await planCampaign({ actor, serviceId: at.serviceId }, order, now(), true);
    assertSendable(plan);
    const why = order.segment ? await unapproved(at, plan) : unconfirmed(plan);
    return why === undefined ? { plan } : { why };
  } catch (error) {
    if (error instanceof RefusedError)
      return { why: error.problems[0]?.message ?? "It was refused" };
    throw error;
  }
}

/**
 * The plan of an order to a segment that is evaluated now. Users who lack a value are left out: at
 * its time no member is there to be asked, and the others are not to wait for them.
 */
async function planSegment({ serviceId }: Due, order: Order): Promise<CampaignPlan> {
  const scope = { actor, serviceId };
  const plan = await planCampaign(scope, order, now(), true);
  const lacking = plan.unfit.filter(({ why }) => why === "missing");
  if (!plan.snapshot || lacking.length === 0) return plan;
  const { segment: _, ...others } = order;
  const leftOut = lacking.map(({ parameter }) => [parameter, "leave out"] as const);
  const rest = await planCampaign(
    scope,
    {
      ...others,
      audienceId: plan.snapshot.id,
      lacking: { ...order.lacking, ...Object.fromEntries(leftOut) },
    },
    now(),
    true,
  );
  return { ...rest, segment: plan.segment, snapshot: plan.snapshot };
}

/**
 * False where another worker has it, or resolved it meanwhile, perhaps by another version: what
 * that one counted and cut stands.
 */
async function keep(
  tx: Sql,
  { id, follows, audienceId }: Due,
  { cuts, requests, recipients, versions, snapshot }: CampaignPlan,
): Promise<boolean> {
  const [ours] = await tx.query(
    "SELECT 1 FROM campaign_order WHERE id = $1 AND state = 'sending' AND answered = 0 AND audience_id IS NOT DISTINCT FROM $2::uuid FOR UPDATE",
    [id, audienceId],
  );
  if (!ours || (follows && !(await keepVersions(tx, id, versions)))) return false;
  await tx.query(
    "UPDATE campaign_order SET plan = $2::jsonb, requests = $3, recipients = $4, recount = false, audience_id = coalesce($5, audience_id) WHERE id = $1",
    [id, JSON.stringify(cuts), requests, recipients, snapshot?.id ?? null],
  );
  return true;
}

/**
 * Why it is not sent: how many read a placeholder was confirmed for another list, or for the list
 * as it was.
 */
function unconfirmed({ unfit }: CampaignPlan): string | undefined {
  const read = unfit.find(({ why }) => why === "as written");
  return read
    ? `Its list was changed: ${read.recipients.toLocaleString("en")} recipients would read ${placeholderOf(read.parameter)}. Confirm it again.`
    : undefined;
}

/**
 * Why it is not sent: its segment has grown beyond what goes out without an approval, and it has
 * none.
 */
async function unapproved(
  { id, serviceId }: Due,
  { recipients, leftOut, audience }: CampaignPlan,
): Promise<string | undefined> {
  const [order] = await database().query<{ approvalId: string | null }>(
    `SELECT approval_id AS "approvalId" FROM campaign_order WHERE id = $1`,
    [id],
  );
  const { above } = await approvalRules(database(), serviceId);
  const users = recipients + leftOut;
  const why = whyForSize({ above }, users);
  if (order?.approvalId != null || why === undefined) return undefined;
  return `“${audience ?? ""}” has ${users.toLocaleString("en")} users now, and ${why}. Duplicate the campaign, then ask for approval.`;
}
