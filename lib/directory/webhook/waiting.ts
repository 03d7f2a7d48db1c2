import { idSchema } from "@/lib/inputs/row";
import { countRows } from "@/lib/verb/page-of";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Updates that wait for a webhook, each counted up to one more than 1,000. */
export interface WebhookWaiting {
  /** To be sent, or sent again: of the newest 20,000 that wait in the service. */
  queued: number;
  parked: number;
}

const mostLookedThrough = 20_000;

/** Counts what waits for a webhook: what is lost or put off when it is removed or switched off. */
export const readWebhookWaiting = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfWebhook,
  run: async ({ sql, serviceId }, { id }): Promise<WebhookWaiting> => {
    const [queued] = await sql.query<{ n: number }>(
      countRows(`FROM (
       SELECT receiver FROM "update" WHERE service_id = $1 AND state = 'pending' ORDER BY id DESC LIMIT ${mostLookedThrough}
     ) newest WHERE receiver = $2`),
      [serviceId, id],
    );
    const [parked] = await sql.query<{ n: number }>(
      countRows(`FROM "update" WHERE service_id = $1 AND receiver = $2 AND state = 'parked'`),
      [serviceId, id],
    );
    return { queued: queued?.n ?? 0, parked: parked?.n ?? 0 };
  },
});
