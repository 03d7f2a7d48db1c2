import { memberIdOf } from "@/lib/auth/member";
import type { Sql } from "@/lib/database/sql";
import { sendSchema } from "@/lib/inputs/compose";
import { idSchema } from "@/lib/inputs/row";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { standingOf } from "./draft/conflict";
import * as move from "./order/move";
import { placeOrder } from "./order/place";
import { serviceOfRequest } from "./order/service-of";

const leftAlready =
  "It is too late to undo: the message is already being sent, or its sending was already undone.";

/**
 * Orders the composed message to be sent. Checks it by all rules; after the undo window
 * (`UNDO_SECONDS`) a worker creates the messages, with the template versions published now.
 * A single request is sent with exactly the bytes of the JSON tab. The order is durable when this
 * resolves: closing the page or restarting the service changes nothing. Idempotent by nonce: a
 * double click or a retry after a lost connection returns the same campaign. Stores the draft with
 * the order, or none when it cannot be stored. Needs an approval of exactly this message where the
 * service requires one. Rejects with the problems of the interface, or with the reason why a valid
 * message cannot be sent. Throws `ConflictError` when another writer changed the draft, the list
 * or the template since.
 */
export const sendCampaign = verbInSteps({
  action: "campaign.send",
  input: sendSchema,
  service: serviceOfRequest,
  run: placeOrder,
});

/**
 * Undoes a send within its undo window: the campaign is a draft again, with this revision. Refuses
 * a send that has left.
 */
export const undoSend = verb({
  action: "send.undo",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor }, { id }) => {
    const revision = await move.undo(tx, id, memberIdOf(actor));
    if (revision === undefined) rejectInput(leftAlready);
    const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [id]);
    return { row: { id, revision }, changedId: id, entity: id, event: { name: row?.name ?? "" } };
  },
});

/**
 * Sends an order in its undo window at once. Does nothing for an order that has left. Throws
 * `ConflictError` for one that was undone: nothing of it is sent.
 */
export const releaseSend = verb({
  action: "send.release",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id }) => {
    if (!(await move.release(tx, id))) await assertNotUndone(tx, id, serviceId);
    return { row: null };
  },
  after: () => wake("campaigns"),
});

async function assertNotUndone(tx: Sql, id: string, serviceId: string): Promise<void> {
  const now = await standingOf(tx, id, serviceId);
  if (now?.state !== "draft" && now?.state !== "scheduled") return;
  const { revision, name, draft, state } = now;
  const { by, at } = await lastWriter(tx, { actions: ["send.undo"], serviceId, entity: id });
  const message = `${by} undid this send, so nothing was sent. Press Send again to send the message.`;
  throw new ConflictError(
    { revision, by, at, theirs: { name, draft, state } },
    { pointer: "", message },
  );
}
