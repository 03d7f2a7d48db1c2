import { planSchema } from "@/lib/inputs/compose";
import { problem } from "@/lib/interface/problem";
import type { RuleId } from "@/lib/interface/rules";
import { now } from "@/lib/runtime/clock";
import { needsApproval } from "@/lib/policy/approval";
import { view } from "@/lib/verb/view";
import { approvalRules } from "./approval/open";
import { planCampaign, type CampaignPlan } from "./plan";
import { unfitSentence } from "./schedule";
import { serviceOfRequest } from "./service-of";

/** What sending would amount to: how many people, apps and requests, and what stands in the way; nothing when it can be sent. */
export type SendPlan = Pick<CampaignPlan, "recipients" | "requests" | "appids" | "audience" | "listRevision" | "problems"> & {
  /** Whether a second person has to approve it first: sent at once, and scheduled. */
  approval: { send: boolean; schedule: boolean };
};

/** Counts what sending would amount to now. */
export const readPlan = view(
  "campaign.save",
  planSchema,
  serviceOfRequest,
  async ({ sql, actor, serviceId }, { request, reach }): Promise<SendPlan> => {
    const plan = await planCampaign({ actor, serviceId }, { pattern: request, ...reach }, now());
    const { problems, unfit, lost, requests, recipients, appids, audience, listRevision } = plan;
    const told = lost
      ? [{ ...problem("destination.required", recipientsAt), message: "The list was removed, or belongs to another service." }]
      : [...problems, ...unfit.map((one) => ({ ...problem(ruleOf(one), recipientsAt), message: unfitSentence(one, audience) }))];
    const rules = await approvalRules(sql, serviceId);
    const approval = {
      send: needsApproval(rules, { recipients, scheduled: false }),
      schedule: needsApproval(rules, { recipients, scheduled: true }),
    };
    return { requests, recipients, appids, audience, listRevision, problems: told, approval };
  },
);

/** Where the recipients stand in a request, those of a list too. */
const recipientsAt = "/destination";

function ruleOf({ why }: CampaignPlan["unfit"][number]): RuleId {
  return why === "missing" ? "template.parameter.required" : why === "wrong type" ? "template.parameter.type" : "template.parameter.length";
}
