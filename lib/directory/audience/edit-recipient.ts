import type { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { writerName } from "@/lib/inputs/answer";
import { editRecipientSchema } from "@/lib/inputs/audience-edit";
import { assertCurrent } from "@/lib/verb/assert-current";
import { ConflictError, NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { endEdit, isSpoilt, lockForEdit, summaryOf, type EditableList, listEdits } from "./editing";
import { serviceOfAudience } from "./rows";
import { summed } from "./summed";

interface RecipientRow {
  parameters: Record<string, string>;
  /** It has the values that it is to get. */
  same: boolean;
  /** It has the values that the form was filled from; null where there was none. */
  opened: boolean | null;
}

type Edit = z.output<typeof editRecipientSchema>;

/**
 * Gives a recipient of a list other values, in place of all that it has. Throws `ConflictError`
 * when it no longer has the values that the form was filled from. Refuses while a campaign sends to
 * the list.
 */
export const editRecipient = verb({
  action: "recipient.edit",
  input: editRecipientSchema,
  service: serviceOfAudience,
  run: async (scope, edit) => {
    const { tx, serviceId } = scope;
    const { id, recipient, was } = edit;
    const list = await lockForEdit(scope, id);
    const parameters = JSON.stringify(recipient.parameters);
    const [stored] = await tx.query<RecipientRow>(
      `SELECT parameters, parameters = $4::jsonb AS same, parameters = $5::jsonb AS opened FROM audience_recipient
     WHERE audience_id = $1 AND destination_type = $2 AND hash = sha256(convert_to($3, 'UTF8'))`,
      [id, recipient.type, recipient.id, parameters, was ? JSON.stringify(was.parameters) : null],
    );
    if (!stored) throw new NotFoundError("This recipient");
    if (stored.same) return { unchanged: undefined };
    if (stored.opened === false) await refuseStale(tx, serviceId, list, edit, stored);
    await tx.query(
      `UPDATE audience_recipient SET parameters = $4::jsonb
     WHERE audience_id = $1 AND destination_type = $2 AND hash = sha256(convert_to($3, 'UTF8'))`,
      [id, recipient.type, recipient.id, parameters],
    );
    const summary = (await isSpoilt(tx, id, list.summary, [recipient]))
      ? await summaryOf(tx, id)
      : { ...summed(list.summary, [recipient]), kinds: list.summary.kinds };
    const event = await endEdit(tx, list, list.recipients, summary, {
      added: 0,
      removed: 0,
      changed: 1,
    });
    return { row: undefined, entity: id, event };
  },
});

/**
 * Throws `ConflictError` with the stored values. Only a single edit since the form was filled names
 * its author: events name lists, not recipients.
 */
async function refuseStale(
  tx: Sql,
  serviceId: string,
  list: EditableList,
  edit: Edit,
  { parameters }: RecipientRow,
): Promise<never> {
  const { id, revision } = list;
  const theirs = { recipient: { ...edit.recipient, parameters }, was: { parameters } };
  if (edit.revision === revision - 1)
    await assertCurrent(tx, {
      expected: edit.revision,
      revision,
      actions: listEdits,
      serviceId,
      entity: id,
      theirs,
    });
  throw new ConflictError({ revision, by: writerName(null, true), at: null, theirs });
}
