import { planSchema } from "@/lib/inputs/compose";
import { now } from "@/lib/runtime/clock";
import { view } from "@/lib/verb/view";
import { planCampaign, type CampaignPlan } from "./plan";
import { unfitSentence } from "./schedule";
import { serviceOfRequest } from "./service-of";

/** What sending would amount to: how many people, apps and requests, and sentences that say what stands in the way; none when it can be sent. */
export type SendPlan = Pick<CampaignPlan, "recipients" | "requests" | "appids" | "audience"> & { obstacles: string[] };

/** Counts what sending would amount to now. */
export const readPlan = view(
  "campaign.save",
  planSchema,
  serviceOfRequest,
  async ({ actor, serviceId }, { request, reach }): Promise<SendPlan> => {
    const plan = await planCampaign({ actor, serviceId }, { body: request, ...reach }, now());
    const { problems, unfit, lost, requests, recipients, appids, audience } = plan;
    const obstacles = lost
      ? ["The list was removed, or belongs to another service. Choose another one, or type the recipients."]
      : [...problems.map(({ message }) => message), ...unfit.map((one) => unfitSentence(one, audience))];
    return { requests, recipients, appids, audience, obstacles };
  },
);
