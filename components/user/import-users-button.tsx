"use client";

import { Upload } from "lucide-react";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { ImportDialog, type ImportDialogProps } from "./import-dialog";

/** Stores the users of a file, and shows what became of its lines. */
export function ImportUsersButton(props: Omit<ImportDialogProps, "onClose">) {
  const [open, setOpen] = useDialogOpen("import-users");
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Import …
      </Button>
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
