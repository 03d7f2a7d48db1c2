import { seal } from "@/lib/auth/seal";
import { webhookSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import { addWebhookSchema, mostWebhooks } from "@/lib/inputs/webhook";
import { refuse } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertCallable } from "./callable";
import { newSigningSecret } from "./new-secret";

/** Adds a webhook to a service: it is told from now on. Its signing secret is in the answer and nowhere else. */
export const addWebhook = verb("webhook.save", addWebhookSchema, serviceNamed, async ({ tx, serviceId }, { url, kinds, notifyAuthId }) => {
  // Held so that two at once do not both count one too few.
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
  const there = await tx.query<{ url: string }>("SELECT url FROM webhook WHERE service_id = $1", [serviceId]);
  if (there.length >= mostWebhooks) refuse(`A service has ${mostWebhooks} webhooks at most. Remove one first.`);
  if (there.some((one) => one.url === url)) refuse("There is a webhook with this address. Change that one instead.", "/url");
  await assertCallable(tx, serviceId, { url, notifyAuthId });
  const id = newId();
  const secret = newSigningSecret();
  await tx.query(
    "INSERT INTO webhook (id, service_id, url, notify_auth_id, kinds, signing_secret_sealed) VALUES ($1, $2, $3, nullif($4, ''), $5, $6)",
    [id, serviceId, url, notifyAuthId, kinds, seal(secret, webhookSecretPlace(id))],
  );
  return { row: { id, secret }, entity: id, event: { url, kinds, notifyurlAuthId: notifyAuthId, on: true } };
});
