"use client";

import { Ellipsis, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { useFocusBack } from "@/components/ui/focus-back";
import { IconButton } from "@/components/ui/icon-button";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { EditActions, EditedList } from "./edit-actions";
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
  const [asking, setAsking] = useState<"edit" | "remove">();
  const { pending, remove } = useRemoveRecipients(list.id, actions);
  const opener = useFocusBack(pending);
  const close = () => setAsking(undefined);
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            ref={opener}
            icon={Ellipsis}
            label={`Actions for ${row.destination}`}
            size="sm"
            disabled={pending}
          />
        }
      >
        <MenuItem icon={<PenLine aria-hidden />} onSelect={() => setAsking("edit")}>
          Edit values …
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking("remove")}>
          Remove …
        </MenuItem>
      </DropdownMenu>
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
  );
}
