import { database, type Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { log } from "@/lib/log/log";
import { asWork } from "@/lib/runtime/work-class";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { forgetEndpoints } from "./endpoints";
import { allOf, countReplayed } from "./replay";
import { sliceUpdates, stepOf, type Step } from "./replay-steps";

/**
 * Updates of a webhook that are sent when it is switched on: the oldest; what is beyond stays
 * parked.
 */
const mostResumed = 1_000_000;

/**
 * Switches a webhook on again that answered 410 or was switched off, and sends what was parked with
 * it. Answers how many updates; 0, too, when it is on already.
 */
export const resumeWebhook = verb({
  action: "webhook.resume",
  input: idSchema,
  service: serviceOfWebhook,
  run: async ({ tx, serviceId }, { id }) => {
    const count = await switchWebhookOn(tx, serviceId, id);
    return count === undefined ? { unchanged: 0 } : { row: count, entity: id, event: { count } };
  },
  after: (count, serviceId) => {
    forgetEndpoints(serviceId);
    if (count > 0) wake("update");
  },
});

/**
 * Switches a webhook of a service on again (contract 7) and makes the updates due that were parked
 * with it. Changes that happened while it was off were never written for it; a message's page sends
 * those. The oldest are due with the transaction, the others soon after its commit, in parts
 * between which other calls are served: those that are not when the process dies stay parked.
 *
 * @returns how many updates will be sent; undefined when it is not switched off
 */
export async function switchWebhookOn(
  tx: Sql,
  serviceId: string,
  id: string,
): Promise<number | undefined> {
  const resumed = await tx.query(
    "UPDATE webhook SET disabled_at = NULL, switched_off = false WHERE id = $1 AND service_id = $2 AND disabled_at IS NOT NULL RETURNING 1",
    [id, serviceId],
  );
  if (resumed.length === 0) return undefined;
  const what = { receiver: id, origin: "", most: mostResumed };
  const step = stepOf(serviceId, what);
  const first = await step(tx, sliceUpdates);
  if (!first.more) return first.count;
  const others = await countReplayed(tx, serviceId, what);
  tx.afterCommit(() => void asWork("bulk", () => sendOthers(step)));
  return first.count + others;
}

async function sendOthers(step: Step): Promise<void> {
  try {
    if ((await allOf(step, (part) => database().transaction(part))) > 0) wake("update");
  } catch (error) {
    log().error(
      { err: error },
      "not all parked updates of a webhook that was switched on are sent again; the others stay parked",
    );
  }
}
