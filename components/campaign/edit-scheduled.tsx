"use client";

import { useState } from "react";
import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";

interface EditScheduledProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  name: string;
  /** When it goes out, in words. */
  starts: string;
  /** Its list was removed since: it cannot be scheduled again as it is. */
  listRemoved: boolean;
  /** Makes a draft of it and opens that; resolves once it did, or could not. */
  onEdit: () => Promise<void>;
}

/**
 * Asks before a campaign that waits to go out becomes a draft, which goes out by itself no longer.
 */
export function EditScheduled({
  open,
  onOpenChange,
  name,
  starts,
  listRemoved,
  onEdit,
}: EditScheduledProps) {
  const [busy, setBusy] = useState(false);
  const edit = async () => {
    setBusy(true);
    await onEdit();
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <Question
      open={open}
      onClose={() => onOpenChange(false)}
      size="sm"
      title={
        <>
          Edit “<Verbatim>{name}</Verbatim>”?
        </>
      }
      description={`It is scheduled for ${starts}. To edit it, Clarion makes it a draft again. It isn’t sent until you schedule it again; the time is saved.${listRemoved ? " Its list was removed: choose other recipients before you schedule it again." : ""}`}
      keep="Keep it scheduled"
      go="Unschedule and edit"
      harmless
      pending={busy}
      focus="go"
      onGo={() => void edit()}
    />
  );
}
