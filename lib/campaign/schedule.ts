import { scheduleSchema } from "@/lib/inputs/compose";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { scheduleOrder } from "./order/schedule";

/**
 * Sets when a draft will be sent: `startsAt` ISO 8601, `timezone` the IANA name in which it was
 * chosen, to show it again. What it amounts to is read by the rules of its service at that moment,
 * so that a schedule that cannot work is refused now: a time that has passed, a request that breaks
 * a rule, a recipient without a value. Throws `ConflictError` for a draft, a list or a template
 * that another writer changed in between. It keeps the version of its template that is published
 * now, unless it is to follow the newest. Where its service asks for a second person, it takes the
 * approval of exactly this.
 */
export const scheduleCampaign = verbInSteps({
  action: "campaign.schedule",
  input: scheduleSchema,
  service: serviceOfCampaign,
  run: scheduleOrder,
});
