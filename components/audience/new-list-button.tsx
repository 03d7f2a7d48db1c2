"use client";

import { ListPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { FillActions } from "./list-actions";
import { NewListDialog, type ListApp } from "./new-list-dialog";

/** Opens the dialog that makes a list. */
export function NewListButton({ apps, fill }: { apps: readonly ListApp[]; fill: FillActions }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <ListPlus aria-hidden />
        New list
      </Button>
      <NewListDialog open={open} onOpenChange={setOpen} apps={apps} fill={fill} />
    </>
  );
}
