"use client";

import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import type { changeTemplate } from "@/lib/directory/template/save";
import { changeTemplateSchema } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";

type Change = z.input<typeof changeTemplateSchema>;

export type ChangeTemplateAction = ActionOf<typeof changeTemplate>;

interface NameDialogProps {
  template: { id: string; name: string; tags: readonly string[] };
  change: ChangeTemplateAction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const tagsSpelling = {
  toText: (value: unknown) => (Array.isArray(value) ? value.join(", ") : ""),
  toValue: (text: string) => text.split(",").map((tag) => tag.replace(/^\s+/, "")),
};

/** Asks for the name and the tags of a template. */
export function NameDialog({
  template: { id, name, tags },
  change,
  open,
  onOpenChange,
}: NameDialogProps) {
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Name and tags"
      thing={id}
      schema={changeTemplateSchema}
      initial={{ id, name, tags: [...tags] }}
      action={(input) =>
        change({ ...input, tags: input.tags.map((tag) => tag.trim()).filter((tag) => tag !== "") })
      }
      onDone={() => void toast.success("Saved")}
      submit="Save"
    >
      <TextField<Change> path="name" label="Name" hint="Only your team sees this name." />
      <TextField<Change>
        path="tags"
        label="Tags"
        hint="Separate them with commas."
        spelling={tagsSpelling}
        optional
      />
    </DialogForm>
  );
}
