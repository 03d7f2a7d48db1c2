"use client";

import { FilePlus2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { useSameService } from "@/components/shell/same-service";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import type { createTemplate } from "@/lib/directory/template/save";
import { paths } from "@/lib/inputs/paths";
import { createTemplateSchema } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";
import { NameFields } from "./name-fields";

type Input = z.input<typeof createTemplateSchema>;

interface NewTemplateButtonProps {
  apps: readonly { id: string; name: string }[];
  create: ActionOf<typeof createTemplate>;
}

/** Asks what a new template is called, and opens it. */
export function NewTemplateButton({ apps, create }: NewTemplateButtonProps) {
  const [open, setOpen] = useDialogOpen("new-template");
  const router = useRouter();
  const sameService = useSameService();
  return (
    <>
      <Button icon={FilePlus2} variant="primary" onClick={() => setOpen(true)}>
        New template
      </Button>
      <DialogForm
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="New template"
        description="Write it once, fill in the parameters each time you send it."
        schema={createTemplateSchema}
        initial={{ appId: apps[0]?.id ?? "", name: "", templateId: "" }}
        action={create}
        onDone={({ id }) => router.push(sameService(paths.templateEditor(id)))}
        submit="Create template"
      >
        <NameFields />
        {apps.length > 1 && (
          <ChoiceField<Input>
            path="appId"
            label="App"
            options={apps.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </DialogForm>
    </>
  );
}
