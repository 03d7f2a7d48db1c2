"use client";

import type { Answer } from "@/lib/inputs/answer";
import { namedSchema, type NamedInput } from "@/lib/inputs/named";
import { DialogForm } from "./dialog-form";
import { TextField } from "./text-field";

interface RenameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  name: string;
  hint?: string;
  /** A problem with the name points to `/name`. */
  rename: (input: NamedInput) => Promise<Answer<unknown>>;
  onRenamed: () => void;
}

/** Asks for another name. */
export function RenameDialog({
  open,
  onOpenChange,
  title,
  name,
  hint = "Only your team sees this name.",
  rename,
  onRenamed,
}: RenameDialogProps) {
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={title}
      schema={namedSchema}
      initial={{ name }}
      action={rename}
      onDone={onRenamed}
      submit="Rename"
    >
      <TextField<NamedInput> path="name" label="Name" hint={hint} />
    </DialogForm>
  );
}
