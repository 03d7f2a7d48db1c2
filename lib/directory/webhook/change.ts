import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { changeWebhookSchema } from "@/lib/inputs/webhook";
import type { EventOf } from "@/lib/policy/actions";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertCallable } from "./callable";

interface WebhookRow {
  url: string;
  kinds: string[];
  notifyAuthId: string;
  off: boolean;
  revision: number;
}

/**
 * Changes the address of a webhook, its kinds of updates and how Clarion authenticates there. What
 * waits for it goes to the new address, with the new authentication.
 */
export const changeWebhook = verb({
  action: "webhook.change",
  input: changeWebhookSchema,
  service: serviceOfWebhook,
  run: async ({ tx, serviceId }, { id, revision: expected, url, kinds, notifyAuthId }) => {
    await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
    const former = await lockWebhook(tx, id);
    const { revision, url: theirUrl, kinds: theirKinds, notifyAuthId: theirAuth } = former;
    const isSame =
      url === theirUrl && notifyAuthId === theirAuth && kinds.join() === theirKinds.join();
    if (isSame) return { unchanged: { revision } };
    const theirs = { url: theirUrl, kinds: theirKinds, notifyAuthId: theirAuth };
    await assertCurrent(tx, {
      expected,
      revision,
      actions: ["webhook.add", "webhook.change", "webhook.switchOff"],
      serviceId,
      entity: id,
      theirs,
    });
    const same = await tx.prisma.webhook.findFirst({
      where: { serviceId, url, id: { not: id } },
      select: { id: true },
    });
    if (same) rejectInput("Another webhook has this address.", "/url");
    await assertCallable(tx, serviceId, { url, notifyAuthId });
    const data = { url, kinds, notifyAuthId: notifyAuthId || null, revision: revision + 1 };
    await tx.prisma.webhook.update({ where: { id }, data, select: { id: true } });
    return {
      row: { revision: revision + 1 },
      entity: id,
      event: changed(former, { ...former, url, kinds, notifyAuthId }),
    };
  },
});

/**
 * Switches a webhook off until it is switched on again: waiting updates are parked when their turn
 * comes, and later ones are not sent to it.
 */
export const switchOffWebhook = verb({
  action: "webhook.switchOff",
  input: idSchema,
  service: serviceOfWebhook,
  run: async ({ tx }, { id }) => {
    const former = await lockWebhook(tx, id);
    if (former.off) return { unchanged: null };
    await tx.query("UPDATE webhook SET disabled_at = now(), switched_off = true WHERE id = $1", [
      id,
    ]);
    return { row: null, entity: id, event: changed(former, { ...former, off: true }) };
  },
});

/** What the audit log keeps of a change. */
function changed(former: WebhookRow, next: WebhookRow): EventOf<"webhook.change"> {
  const seen = ({ url, kinds, notifyAuthId, off }: WebhookRow) => ({
    url,
    kinds: kinds.join(", "),
    notifyurlAuthId: notifyAuthId,
    on: !off,
  });
  return { ...seen(next), kinds: next.kinds, before: seen(former), after: seen(next) };
}

async function lockWebhook(tx: Sql, id: string): Promise<WebhookRow> {
  const [row] = await tx.query<WebhookRow>(
    `SELECT url, coalesce(kinds, '{}') AS kinds, coalesce(notify_auth_id, '') AS "notifyAuthId", disabled_at IS NOT NULL AS off, revision
     FROM webhook WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!row) throw new NotFoundError("This webhook");
  return row;
}
