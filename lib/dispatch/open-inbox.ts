import { randomBytes } from "node:crypto";
import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { insertWebhook, lockWebhooks } from "@/lib/directory/webhook/insert";
import { inboxOfSchema } from "@/lib/inputs/update-list";
import { inboxAddress } from "@/lib/interface/inbox";
import { updateKinds } from "@/lib/interface/update";
import { forgetEndpoints } from "@/lib/updates/endpoints";
import { switchWebhookOn } from "@/lib/updates/resume-webhook";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";

/**
 * Opens the built-in inbox of a service: gives it an address, and a webhook of all kinds with that
 * address, so that the updates of every message arrive. An inbox that was opened before keeps its
 * address; a webhook that was removed since is added again, and one that is off is switched on,
 * with what was parked meanwhile sent. Returns the address, and how many parked updates are sent.
 */
export const openInbox = verb({
  action: "inbox.open",
  input: inboxOfSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }) => {
    const webhooks = await lockWebhooks(tx, serviceId);
    const url = inboxAddress(config().ORIGIN, await tokenOf(tx, serviceId));
    const webhook = webhooks.find((one) => one.url === url);
    const count = webhook && (await switchWebhookOn(tx, serviceId, webhook.id));
    if (webhook && count === undefined) return { unchanged: { url, count: 0 } };
    if (!webhook)
      await insertWebhook(tx, serviceId, webhooks, { url, kinds: updateKinds, notifyAuthId: "" });
    return { row: { url, count: count ?? 0 }, entity: serviceId, event: {} };
  },
  after: ({ count }, serviceId) => {
    forgetEndpoints(serviceId);
    if (count > 0) wake("update");
  },
});

async function tokenOf(tx: Sql, serviceId: string): Promise<string> {
  const inbox = await tx.prisma.inbox.findUnique({ where: { serviceId }, select: { token: true } });
  if (inbox) return inbox.token;
  const token = randomBytes(24).toString("base64url");
  await tx.prisma.inbox.create({ data: { serviceId, token } });
  return token;
}
