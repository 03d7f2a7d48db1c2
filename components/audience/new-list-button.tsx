"use client";

import { ListPlus } from "lucide-react";
import { useState } from "react";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import type { FillActions } from "./audience-actions";
import { NewListDialog, type ListApp } from "./new-list-dialog";
import type { CheckedTemplate } from "./source/value-check";

/** Opens the dialog that makes a list. */
export function NewListButton(props: {
  apps: readonly ListApp[];
  templates: readonly CheckedTemplate[];
  fill: FillActions;
  mayMark: boolean;
}) {
  const [open, setOpen] = useDialogOpen("new-list");
  const [attempt, setAttempt] = useState(0);
  const leave = () => {
    setOpen(false);
    setAttempt(attempt + 1);
  };
  return (
    <>
      <Button icon={ListPlus} variant="primary" onClick={() => setOpen(true)}>
        New list
      </Button>
      <NewListDialog key={attempt} open={open} onLeave={leave} {...props} />
    </>
  );
}
