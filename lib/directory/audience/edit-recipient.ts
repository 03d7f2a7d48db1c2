import { editRecipientSchema } from "@/lib/inputs/audience-edit";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfAudience } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { endEdit, isSpoilt, lockForEdit, summaryOf } from "./editing";
import { summed } from "./summed";

/** Gives a recipient of a list other values, in place of all that it has. Refuses while a campaign sends to the list. */
export const editRecipient = verb("audience.edit", editRecipientSchema, serviceOfAudience, async ({ tx }, { id, recipient }) => {
  const list = await lockForEdit(tx, id);
  const [found] = await tx.query<{ same: boolean }>(
    `SELECT parameters = $4::jsonb AS same FROM audience_recipient
     WHERE audience_id = $1 AND destination_type = $2 AND hash = sha256(convert_to($3, 'UTF8'))`,
    [id, recipient.type, recipient.id, JSON.stringify(recipient.parameters)],
  );
  if (!found) throw new NotFoundError("This recipient");
  if (found.same) return { unchanged: undefined };
  await tx.query(
    `UPDATE audience_recipient SET parameters = $4::jsonb
     WHERE audience_id = $1 AND destination_type = $2 AND hash = sha256(convert_to($3, 'UTF8'))`,
    [id, recipient.type, recipient.id, JSON.stringify(recipient.parameters)],
  );
  const summary = (await isSpoilt(tx, id, list.summary, [recipient]))
    ? await summaryOf(tx, id)
    : { ...summed(list.summary, [recipient]), kinds: list.summary.kinds };
  const event = await endEdit(tx, list, list.recipients, summary, { how: "change", added: 0, removed: 0, changed: 1 });
  return { row: undefined, entity: id, event };
});
