"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { Button } from "@/components/ui/button";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { EditActions, EditedList } from "./audience-actions";
import { recipientKey } from "./recipient-key";
import { RemoveRecipientsDialog } from "./remove-recipients-dialog";
import { useRemoveRecipients } from "./use-remove-recipients";

interface RecipientBulkProps {
  rows: readonly ListRecipient[];
  list: EditedList;
  actions: EditActions;
}

/** What can be done to all recipients that are selected. */
export function RecipientBulk({ rows, list, actions }: RecipientBulkProps) {
  const { selected, choose, focusList } = useSelection();
  const [asking, setAsking] = useState(false);
  const { pending, remove } = useRemoveRecipients(list.id, actions);
  const chosen = rows.filter((row) => selected.some(({ id }) => id === recipientKey(row)));
  return (
    <>
      <SelectionBar>
        <Button icon={Trash2} size="sm" loading={pending} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </SelectionBar>
      <RemoveRecipientsDialog
        open={asking}
        onOpenChange={setAsking}
        list={list}
        count={chosen.length}
        onRemove={() =>
          remove(chosen, () => {
            choose([]);
            focusList();
          })
        }
      />
    </>
  );
}
