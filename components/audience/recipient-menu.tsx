"use client";

import { PenLine, Trash2 } from "lucide-react";
import { RowMenu } from "@/components/listing/row-menu";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { EditActions, EditedList } from "./audience-actions";
import { RecipientDialog } from "./recipient-dialog";
import { RemoveRecipientsDialog } from "./remove-recipients-dialog";
import { useRemoveRecipients } from "./use-remove-recipients";

/** What can be done to a recipient of a list. */
export function RecipientMenu({
  row,
  list,
  actions,
}: {
  row: ListRecipient;
  list: EditedList;
  actions: EditActions;
}) {
  const { pending, remove } = useRemoveRecipients(list.id, actions);
  return (
    <RowMenu<"edit" | "remove">
      label={`Actions for ${row.destination}`}
      pending={pending}
      items={[
        { icon: PenLine, label: "Edit values …", ask: "edit" },
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) => (
        <>
          <RecipientDialog
            open={asking === "edit"}
            onOpenChange={close}
            list={list}
            recipient={row}
            actions={actions}
          />
          <RemoveRecipientsDialog
            open={asking === "remove"}
            onOpenChange={close}
            list={list}
            count={1}
            onRemove={() => remove([row])}
          />
        </>
      )}
    />
  );
}
