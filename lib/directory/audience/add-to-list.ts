import { addRecipientsSchema } from "@/lib/inputs/audience-edit";
import { verb } from "@/lib/verb/verb";
import { endEdit, lockForEdit } from "./editing";
import { insertBehind } from "./filling";
import { serviceOfAudience } from "./service-of";
import { summed } from "./summed";

/**
 * Adds a few recipients behind those of a list. Those that it has already stay as they are. Returns
 * how many were added and how many were there. Refuses while a campaign sends to it.
 */
export const addToList = verb(
  "audience.edit",
  addRecipientsSchema,
  serviceOfAudience,
  async (given, { id, recipients }) => {
    const { tx } = given;
    const list = await lockForEdit(given, id);
    const fresh = await insertBehind(tx, id, list.recipients, recipients);
    const row = { added: fresh.length, repeats: recipients.length - fresh.length };
    if (fresh.length === 0) return { unchanged: row };
    const counts = { how: "add", added: fresh.length, removed: 0, changed: 0 } as const;
    const event = await endEdit(
      tx,
      list,
      list.recipients + fresh.length,
      summed(list.summary, fresh),
      counts,
    );
    return { row, entity: id, event };
  },
);
