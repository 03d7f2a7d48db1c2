"use client";

import { countText } from "@/components/listing/count-text";
import { useCall } from "@/components/form/use-call";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { EditActions } from "./edit-actions";

const noun = { one: "recipient", many: "recipients" };
const undoMs = 10_000;

/** Removes recipients from a list, and offers to add them again with the values that they had. */
export function useRemoveRecipients(id: string, actions: Pick<EditActions, "add" | "remove">) {
  const { pending, run } = useCall();
  const undo = async (recipients: readonly ListRecipient[]) => {
    const added = recipients.map(({ type, destination, parameters }) => ({ type, id: destination, parameters }));
    const answer = await answerOf(actions.add({ id, recipients: added }));
    if (answer.ok) toast.success(`${countText(answer.value.added, noun)} added again`);
    else toast.error(sentenceOf(answer));
  };
  const remove = (recipients: readonly ListRecipient[], after?: () => void) =>
    run(
      () => actions.remove({ id, recipients: recipients.map(({ type, destination }) => ({ type, id: destination })) }),
      (removed) => {
        after?.();
        toast.success(`${countText(removed, noun)} removed`, {
          duration: undoMs,
          action: { label: "Undo", onClick: () => void undo(recipients) },
        });
      },
    );
  return { pending, remove };
}
