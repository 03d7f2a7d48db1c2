import { addRecipientsSchema } from "@/lib/inputs/audience-edit";
import { verb } from "@/lib/verb/verb";
import { endEdit, lockForEdit } from "./editing";
import { insertBehind } from "./filling";
import { serviceOfAudience } from "./rows";
import { summed } from "./summed";

/**
 * Adds a few recipients behind those of a list. Those that it has already stay as they are. Returns
 * how many were added and how many were there. Refuses while a campaign sends to it.
 */
export const extendAudience = verb({
  action: "audience.extend",
  input: addRecipientsSchema,
  service: serviceOfAudience,
  run: async (scope, { id, recipients }) => {
    const { tx } = scope;
    const list = await lockForEdit(scope, id);
    const fresh = await insertBehind(tx, id, list.recipients, recipients);
    const row = { added: fresh.length, repeats: recipients.length - fresh.length };
    if (fresh.length === 0) return { unchanged: row };
    const counts = { added: fresh.length, removed: 0, changed: 0 };
    const event = await endEdit(
      tx,
      list,
      list.recipients + fresh.length,
      summed(list.summary, fresh),
      counts,
    );
    return { row, entity: id, event };
  },
});
