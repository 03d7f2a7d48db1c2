import { randomBytes } from "node:crypto";
import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { inboxOfSchema } from "@/lib/inputs/inbox";
import { inboxAddress } from "@/lib/interface/inbox";
import { updateKinds } from "@/lib/interface/update";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { insertWebhook, lockWebhooks } from "../webhook/insert";

/**
 * Opens the built-in inbox of a service: gives it an address, and a webhook of all kinds with that address, so that the updates of every message arrive. An
 * inbox that was opened before keeps its address; a webhook that was removed or switched off since is on again. Returns the address.
 */
export const openInbox = verb("inbox.open", inboxOfSchema, serviceNamed, async ({ tx, serviceId }) => {
  const there = await lockWebhooks(tx, serviceId);
  const url = inboxAddress(config().ORIGIN, await tokenOf(tx, serviceId));
  const webhook = there.find((one) => one.url === url);
  if (webhook) {
    const on = await tx.prisma.webhook.updateMany({
      where: { id: webhook.id, disabledAt: { not: null } },
      data: { disabledAt: null, switchedOff: false },
    });
    if (on.count === 0) return { unchanged: { url } };
  } else await insertWebhook(tx, serviceId, there, { url, kinds: updateKinds, notifyAuthId: "" });
  return { row: { url }, entity: serviceId, event: {} };
});

async function tokenOf(tx: Sql, serviceId: string): Promise<string> {
  const there = await tx.prisma.inbox.findUnique({ where: { serviceId }, select: { token: true } });
  if (there) return there.token;
  const token = randomBytes(24).toString("base64url");
  await tx.prisma.inbox.create({ data: { serviceId, token } });
  return token;
}
