"use client";

import type { ComponentProps } from "react";
import type { Answer } from "@/lib/inputs/answer";
import { namedSchema, type NamedInput } from "@/lib/inputs/row";
import { DialogForm } from "./dialog-form";
import { TextField } from "./text-field";

interface RenameDialogProps extends Pick<
  ComponentProps<typeof DialogForm>,
  "open" | "onOpenChange" | "title"
> {
  /** The id of what gets the name. */
  thing: string;
  name: string;
  hint?: string;
  /** A problem with the name points to `/name`. */
  rename: (input: NamedInput) => Promise<Answer<unknown>>;
  onRenamed: () => void;
}

/** Asks for another name. */
export function RenameDialog({
  name,
  hint = "Only your team sees this name.",
  rename,
  onRenamed,
  ...dialog
}: RenameDialogProps) {
  return (
    <DialogForm
      {...dialog}
      size="sm"
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
