import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import type { scheduleSchema } from "@/lib/inputs/compose";
import { recurrenceText } from "@/lib/plan/recurrence";
import { rejectInput } from "@/lib/verb/errors";
import type { StepsScope } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { lockCampaign } from "../approval/open";
import { spendApproval } from "../approval/spend";
import { refuseStale } from "../draft/conflict";
import { assertMayExempt } from "./exempt";
import { assertListUnchanged, lockList } from "./list-unchanged";
import * as move from "./move";
import { plannedTime } from "./planned-time";
import { prepareOrder } from "./prepare";
import { keepTemplatesOfOrder } from "./templates";

/** Schedules a draft: the step that `scheduleCampaign` and `sendApproved` share. */
export async function scheduleOrder(
  { actor, serviceId, audit }: StepsScope<"campaign.schedule">,
  input: z.output<typeof scheduleSchema>,
): Promise<{ row: null }> {
  const { id, revision, request: pattern, reach, followTemplate } = input;
  const at = plannedTime(input);
  const { necessary } = reach;
  await assertMayExempt(database(), { actor, serviceId }, { campaignId: id, necessary });
  const { order, plan, subject, ordered } = await prepareOrder(
    { actor, serviceId },
    { pattern, ...reach, followTemplate, orderId: newId() },
    at,
    input,
  );
  const refused = await repeatRolledBack(() =>
    database().transaction(async (tx) => {
      await lockList(tx, order);
      const locked = await lockCampaign(tx, id, serviceId);
      if (!locked?.isDraft || locked.revision !== revision)
        return refuseStale(tx, id, serviceId, "schedule");
      await assertListUnchanged(tx, order, plan);
      const spent = await spendApproval(tx, { serviceId, campaignId: id, subject });
      if ("refused" in spent) return spent.refused;
      const moved = { id, serviceId, by: memberIdOf(actor) };
      const orderId = await move.order(tx, moved, { nonce: newId(), ...ordered, ...spent });
      await keepTemplatesOfOrder(tx, orderId, order, plan);
      const { requests, recipients, audience } = plan;
      const { startsAt, timezone, recurrence } = at;
      const recurs = recurrence ? { recurrence: recurrenceText(recurrence) } : {};
      const exempts = necessary ? { necessary: true as const } : {};
      const when = { startsAt, timezone, ...recurs, ...exempts };
      await audit(tx, id, { name: locked.name, ...when, requests, recipients, audience });
      return undefined;
    }),
  );
  changed({ transid: id, serviceId });
  if (refused !== undefined) rejectInput(refused);
  return { row: null };
}
