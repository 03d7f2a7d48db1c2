import { serviceOfWebhook } from "@/lib/directory/webhook/service-of";
import { idSchema } from "@/lib/inputs/id";
import { forgetEndpoints } from "@/lib/updates/endpoints";
import { resumeWebhook } from "@/lib/updates/resume-webhook";
import { verb } from "@/lib/verb/verb";
import { wake } from "@/lib/database/wake";

/** Switches a webhook on again that answered 410 or was switched off, and sends what was parked with it. Returns how many updates; 0, too, when it is on already. */
export const resume = verb(
  "webhook.resume",
  idSchema,
  serviceOfWebhook,
  async ({ tx, serviceId }, { id }) => {
    const count = await resumeWebhook(tx, serviceId, id);
    return count === undefined ? { unchanged: 0 } : { row: count, entity: id, event: { count } };
  },
  (count, serviceId) => {
    forgetEndpoints(serviceId);
    if (count > 0) wake("update");
  },
);
