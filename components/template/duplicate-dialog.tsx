"use client";

import { useRouter } from "next/navigation";
import { DialogForm } from "@/components/form/dialog-form";
import { useSameService } from "@/components/shell/same-service";
import type { createTemplate } from "@/lib/directory/template/save";
import { paths } from "@/lib/inputs/paths";
import { createTemplateSchema } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";
import { NameFields } from "./name-fields";

export interface DuplicateDialogProps {
  name: string;
  /** Of the template that is copied; JSON text: its draft, or what is published. */
  of: { appId: string; templateId: string; content: string };
  create: ActionOf<typeof createTemplate>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks what the copy of a template is called, and opens it. */
export function DuplicateDialog({
  name,
  of: { appId, templateId, content },
  create,
  open,
  onOpenChange,
}: DuplicateDialogProps) {
  const router = useRouter();
  const sameService = useSameService();
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={`Duplicate ${name}`}
      description="The copy is a separate draft. Nothing is published."
      schema={createTemplateSchema}
      initial={{
        appId,
        name: `Copy of ${name}`.slice(0, mostName),
        templateId: `${templateId}_copy`.slice(0, mostId),
        content,
      }}
      action={create}
      onDone={({ id }) => router.push(sameService(paths.templateEditor(id)))}
      submit="Duplicate"
    >
      <NameFields />
    </DialogForm>
  );
}

/** As long as names and ids of templates may be. */
const mostName = 200;
const mostId = 100;
