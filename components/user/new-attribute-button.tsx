"use client";

import { Plus } from "lucide-react";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { AttributeDialog } from "./attribute-dialog";
import type { AttributeActions } from "./user-actions";

/** Adds an attribute before a user has it, so that its type is decided. */
export function NewAttributeButton({
  serviceId,
  actions,
}: {
  serviceId: string;
  actions: AttributeActions;
}) {
  const [open, setOpen] = useDialogOpen("new-attribute");
  return (
    <>
      <Button icon={Plus} variant="primary" onClick={() => setOpen(true)}>
        New attribute
      </Button>
      <AttributeDialog serviceId={serviceId} actions={actions} open={open} onOpenChange={setOpen} />
    </>
  );
}
