import { addWebhookSchema } from "@/lib/inputs/webhook";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertCallable } from "./callable";
import { insertWebhook, lockWebhooks } from "./insert";

/**
 * Adds a webhook to a service: it gets updates from now on. Its signing secret is in the answer and
 * nowhere else.
 */
export const addWebhook = verb({
  action: "webhook.add",
  input: addWebhookSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { url, kinds, notifyAuthId }) => {
    const webhooks = await lockWebhooks(tx, serviceId);
    if (webhooks.some((one) => one.url === url))
      rejectInput("A webhook with this address already exists. Change that one instead.", "/url");
    await assertCallable(tx, serviceId, { url, notifyAuthId });
    const row = await insertWebhook(tx, serviceId, webhooks, { url, kinds, notifyAuthId });
    return { row, entity: row.id, event: { url, kinds, notifyurlAuthId: notifyAuthId, on: true } };
  },
});
