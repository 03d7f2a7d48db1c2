"use client";

import { countText } from "@/components/listing/count-text";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import type { EditedList } from "./audience-actions";
import { listUseText } from "./list-use-text";

interface RemoveRecipientsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  list: EditedList;
  count: number;
  onRemove: () => void;
}

/** Asks before recipients are removed: how many, and which campaigns they would have got. */
export function RemoveRecipientsDialog({
  open,
  onOpenChange,
  list,
  count,
  onRemove,
}: RemoveRecipientsDialogProps) {
  const what = countText(count, { one: "recipient", many: "recipients" });
  return (
    <Question
      open={open}
      onClose={() => onOpenChange(false)}
      size="sm"
      title={`Remove ${what}?`}
      description={`${count === 1 ? "It is" : "They are"} removed from ${isolated(list.name)}. ${listUseText(list.use)}`.trim()}
      keep="Cancel"
      go={`Remove ${what}`}
      onGo={() => {
        onOpenChange(false);
        onRemove();
      }}
    />
  );
}
