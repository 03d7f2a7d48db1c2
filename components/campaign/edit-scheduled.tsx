"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

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

/** Asks before a campaign that waits to go out becomes a draft, which goes out by itself no longer. */
export function EditScheduled({ open, onOpenChange, name, starts, listRemoved, onEdit }: EditScheduledProps) {
  const ahead = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const edit = async () => {
    setBusy(true);
    await onEdit();
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={
        <>
          Edit “<span className="foreign">{name}</span>”?
        </>
      }
      description={`It is scheduled for ${starts}. To edit it, Clarion makes it a draft again. It isn’t sent until you schedule it again; the time is saved.${listRemoved ? " Its list was removed: choose other recipients before you schedule it again." : ""}`}
      initialFocus={ahead}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it scheduled</Button>
          <Button ref={ahead} variant="primary" loading={busy} onClick={() => void edit()}>
            Unschedule and edit
          </Button>
        </>
      }
    />
  );
}
