import { notifyAuthNamedSchema } from "@/lib/inputs/notify-auth";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { usersOf } from "./used-by";

/**
 * Removes an authentication, and its secrets for good. Refuses while the service's own notify URL
 * or a webhook is called with it. Messages and campaigns that name it are sent all the same, and
 * their updates are parked until there is one of this id again (contract 7).
 */
export const removeNotifyAuth = verb({
  action: "notifyAuth.remove",
  input: notifyAuthNamedSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { id }) => {
    const [row] = await tx.query<{ name: string; kind: string }>(
      "SELECT name, kind FROM notify_auth WHERE service_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE",
      [serviceId, id],
    );
    if (!row) throw new NotFoundError("This authentication");
    const { notifyurl, webhooks } = await usersOf(tx, serviceId, id);
    const users = [
      ...(notifyurl === null ? [] : ["the service’s notify URL"]),
      ...webhooks.map((url) => `the webhook ${url}`),
    ];
    if (users.length > 0)
      rejectInput(
        `${row.name} is used by ${users.join(", ")}. Choose another authentication there first.`,
      );
    await tx.query(
      "UPDATE notify_auth SET deleted_at = now(), settings = '{}', secret_sealed = NULL WHERE service_id = $1 AND id = $2",
      [serviceId, id],
    );
    return { row: null, entity: id, event: row };
  },
});
