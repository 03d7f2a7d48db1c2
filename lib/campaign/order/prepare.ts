import { newId } from "@/lib/database/id";
import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";
import { nextRun } from "@/lib/plan/recurrence";
import type { Subject } from "@/lib/plan/subject";
import type { Actor } from "@/lib/policy/can";
import { now } from "@/lib/runtime/clock";
import { rejectInput } from "@/lib/verb/errors";
import { subjectOf, type OrderedAt } from "../approval/subject";
import { assertDrawn } from "./drawn-version";
import { assertListConfirmed } from "./list-unchanged";
import type { OrderRecord } from "./move";
import { planCampaign, type CampaignPlan, type Order } from "./plan";
import { assertSendable } from "./sendable";
import { beginningOf } from "./zones";

/** What its sender has seen; nothing where only the content is to be checked. */
interface Preview {
  templateVersion?: number | undefined;
  listRevision?: number | null | undefined;
}

/** An order that was counted and checked, and may be written. */
export interface PreparedOrder {
  order: Order;
  plan: CampaignPlan;
  /** What an approval of it is bound to. */
  subject: Subject;
  /** What is stored of it. */
  ordered: Omit<OrderRecord, "approvalId" | "nonce">;
}

/**
 * Refuses an order that recurs beyond the expiry of its message, which is one moment for all runs:
 * those after it would reach no recipients.
 */
function assertRunsBeforeExpiry({ pattern }: Order, at: OrderedAt): void {
  const expiry = readTimestamp(textIn(pattern.request.expiry));
  if (!at?.recurrence || expiry === undefined) return;
  const late = nextRun(at.recurrence, at.timezone, expiry - 1);
  if (late)
    rejectInput(
      `The message expires before its run on ${late.local.slice(0, 10)}, which would reach no recipients. Clear the expiry under Delivery, or choose an earlier last date.`,
      "/recurrence",
    );
}

/**
 * Counts an order and checks it by all rules, as of the time at which it is to be sent. Throws
 * `RefusedError` with the problems of an order that cannot be sent, and `ConflictError` when the
 * template, the list or the segment is no longer the one of the preview.
 */
export async function prepareOrder(
  scope: { actor: Actor; serviceId: string },
  order: Order,
  at: OrderedAt,
  { templateVersion, listRevision }: Preview = {},
): Promise<PreparedOrder> {
  // Checked at the time of sending: an expiry before it is a mistake.
  const plan = await planCampaign(scope, order, at ? Date.parse(at.startsAt) : now());
  assertSendable(plan);
  assertRunsBeforeExpiry(order, at);
  await assertDrawn(order, plan, templateVersion);
  await assertListConfirmed(order, plan, listRevision);
  const beginsAt = await beginningOf(scope.serviceId, order, plan, at);
  const subject = await subjectOf(scope.serviceId, order, plan, at);
  const { pattern, moreAppids, language = null, rate = null, necessary = false } = order;
  const { requests, recipients, cuts, segment } = plan;
  // Those who were counted, or none yet.
  const frozen = segment?.evaluation === "confirmation" ? (plan.snapshot?.id ?? null) : null;
  const audienceId = order.audienceId ?? frozen;
  const stored = {
    id: order.orderId ?? newId(),
    at,
    beginsAt,
    request: pattern.body,
    audienceId,
    segment,
    moreAppids,
    language,
    rate,
    necessary,
  };
  return { order, plan, subject, ordered: { ...stored, requests, recipients, cuts } };
}
