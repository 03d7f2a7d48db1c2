import type { Actor } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { audit } from "@/lib/directory/audit";
import { forgetEndpoints } from "@/lib/updates/endpoints";
import { resumeWebhook } from "@/lib/updates/resume-webhook";
import { wake } from "./wake";

/**
 * Switches a webhook on again that answered 410, sends what was parked with it, and keeps who asked for it. Throws `ForbiddenError` for members below
 * admin.
 *
 * @returns how many updates will be sent; undefined when it is on already
 */
export async function resume(actor: Actor, webhookId: string): Promise<number | undefined> {
  const done = await database().transaction(async (tx) => {
    const resumed = await resumeWebhook(tx, actor, webhookId);
    if (resumed) await audit(tx, actor, "webhook.resume", webhookId, resumed.serviceId, { count: resumed.count });
    return resumed;
  });
  if (done) forgetEndpoints(done.serviceId);
  if (done && done.count > 0) wake("update");
  return done?.count;
}
