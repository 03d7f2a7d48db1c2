import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Removes a webhook and its signing secret. What waits for it is parked when its turn comes, since
 * it has no receiver.
 */
export const removeWebhook = verb({
  action: "webhook.remove",
  input: idSchema,
  service: serviceOfWebhook,
  run: async ({ tx }, { id }) => {
    const [row] = await tx.query<{ url: string }>(
      "DELETE FROM webhook WHERE id = $1 RETURNING url",
      [id],
    );
    if (!row) throw new NotFoundError("This webhook");
    return { row: null, entity: id, event: row };
  },
});
