import { memberIdOf } from "@/lib/auth/member";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { rescheduleSchema } from "@/lib/inputs/calendar";
import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";
import { needsApproval, whyApproval } from "@/lib/policy/approval";
import type { Actor } from "@/lib/policy/can";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { lockCampaign, lockRules } from "./approval/open";
import type { OrderedAt } from "./approval/subject";
import { campaignConflict, standingOf } from "./draft/conflict";
import * as move from "./order/move";
import { planCampaign } from "./order/plan";
import { plannedTime } from "./order/planned-time";
import { scheduledOrder, type ScheduledOrder } from "./order/scheduled";
import { assertSendable } from "./order/sendable";
import { beginningOf } from "./order/zones";

const approvedOnce =
  "It was approved for its present time alone. Unschedule it, choose the new time, and ask for approval again.";

/**
 * Moves a scheduled campaign to another time: `startsAt` ISO 8601, `timezone` the IANA name that is
 * shown with it. Its order stays as it was confirmed, and is read by all rules as of the new time,
 * so that one that would have expired by then is refused. Refuses an order that a second person has
 * to approve at that time. Throws `ConflictError` for a campaign that was changed, unscheduled or
 * sent in between. Returns the new revision, to undo it by.
 */
export const rescheduleCampaign = verbInSteps({
  action: "campaign.reschedule",
  input: rescheduleSchema,
  service: serviceOfCampaign,
  run: async ({ actor, serviceId, audit }, input): Promise<{ row: { revision: number } }> => {
    const { id, revision } = input;
    const scheduled = await scheduledOrder(database(), id);
    if (!scheduled) return refuseChanged(database(), id, serviceId);
    if (scheduled.approved) rejectInput(approvedOnce);
    const at = timeOf(scheduled, input);
    const { recipients, beginsAt } = await countedAt({ actor, serviceId }, scheduled, at);
    const { startsAt, timezone } = at;
    const after = { startsAt, timezone };
    const row = await repeatRolledBack(() =>
      database().transaction(async (tx) => {
        const locked = await lockCampaign(tx, id, serviceId);
        if (locked?.revision !== revision) return refuseChanged(tx, id, serviceId);
        await assertNoApproval(tx, serviceId, recipients);
        const by = memberIdOf(actor);
        const moved = await move.reschedule(
          tx,
          { id, serviceId, by },
          { orderId: scheduled.id, ...after, beginsAt },
        );
        if (!moved) return refuseChanged(tx, id, serviceId);
        await audit(tx, id, { name: locked.name, before: moved.before, after });
        return { revision: moved.revision };
      }),
    );
    changed({ transid: id, serviceId });
    return { row };
  },
});

/**
 * Reads the new time of an order; what else was chosen of its time stays. A run of a campaign that
 * recurs stays in its zone. Throws `RefusedError` for a time at which it cannot go out.
 */
function timeOf(
  { zoned, run }: ScheduledOrder,
  { startsAt, timezone }: { startsAt: string; timezone: string },
): NonNullable<OrderedAt> {
  const at = plannedTime({
    startsAt,
    timezone: run?.timezone ?? timezone,
    lateMinutes: null,
    zoned,
    recurrence: null,
    followTemplate: false,
  });
  if (run && Date.parse(at.startsAt) < run.notBefore)
    rejectInput(
      "It recurs, and would go out once more at its usual time. Choose a time after that, or skip this run.",
      "/startsAt",
    );
  return at;
}

/**
 * Reads an order by all rules as of a time, and returns its recipients, those who are left out
 * included, as they count for an approval, and when the first of them start, ISO 8601 UTC. A
 * segment is not evaluated before the order is sent, unless its zones are to be found: only its
 * expiry is checked. Throws `RefusedError` for an order that cannot be sent then.
 */
async function countedAt(
  scope: { actor: Actor; serviceId: string },
  { order, recipients }: ScheduledOrder,
  time: NonNullable<OrderedAt>,
): Promise<{ recipients: number; beginsAt: string | null }> {
  const at = Date.parse(time.startsAt);
  const expires = readTimestamp(textIn(order.pattern.request.expiry));
  if (expires !== undefined && expires <= at)
    rejectInput(
      "The message expires before that, and would reach no recipients. Choose an earlier time.",
      "/startsAt",
    );
  if (order.segment && !time.zoned) return { recipients, beginsAt: null };
  const plan = await planCampaign(scope, order, at, true);
  assertSendable(plan);
  const beginsAt = await beginningOf(scope.serviceId, order, plan, time);
  return { recipients: plan.recipients + plan.leftOut, beginsAt };
}

/** Throws `RefusedError` for an order that needs a second person by the rules of now. */
async function assertNoApproval(tx: Sql, serviceId: string, recipients: number): Promise<void> {
  const rules = await lockRules(tx, serviceId);
  const send = { recipients, scheduled: true };
  if (needsApproval(rules, send))
    rejectInput(
      `To move it, unschedule it, and ask for approval of the new time: ${whyApproval(rules, send)}.`,
    );
}

const done: Readonly<Record<string, string>> = {
  draft: "unscheduled it",
  scheduled: "changed it",
  archived: "archived it",
};

/** Throws the conflict of a member who moves what is no longer as they saw it. */
async function refuseChanged(sql: Sql, id: string, serviceId: string): Promise<never> {
  const now = await standingOf(sql, id, serviceId);
  if (!now) throw new NotFoundError("This campaign");
  const did = done[now.state];
  const message =
    did === undefined
      ? "The campaign is being sent, or was sent. It was not moved."
      : `${now.by} ${did} in the meantime, so it was not moved. Load the page again.`;
  throw campaignConflict(now, { pointer: "", message });
}
