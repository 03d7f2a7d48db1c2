"use client";

import { useCall } from "@/components/form/use-call";
import { countText } from "@/components/listing/count-text";
import { toast } from "@/components/ui/toast";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import type { AddRecipients } from "@/lib/inputs/audience-edit";
import type { EditActions } from "./audience-actions";

const noun = { one: "recipient", many: "recipients" };
const undoMs = 10_000;

/** Removes recipients from a list, and offers to add them again with the values that they had. */
export function useRemoveRecipients(id: string, actions: Pick<EditActions, "add" | "remove">) {
  const { pending, run } = useCall();
  const undo = async (recipients: AddRecipients["recipients"]) => {
    const answer = await answerOf(actions.add({ id, recipients }));
    if (answer.ok) toast.success(`${countText(answer.value.added, noun)} added again`);
    else toast.error(sentenceOf(answer));
  };
  const remove = (recipients: readonly ListRecipient[], after?: () => void) =>
    run(
      () =>
        actions.remove({
          id,
          recipients: recipients.map(({ type, destination }) => ({ type, id: destination })),
        }),
      (removed) => {
        after?.();
        // Another member was faster: theirs is not undone from here.
        if (removed.length === 0) return void toast.success("Already removed");
        toast.success(`${countText(removed.length, noun)} removed`, {
          duration: undoMs,
          action: { label: "Undo", onClick: () => void undo(removed) },
        });
      },
    );
  return { pending, remove };
}
