"use client";

import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import type { renameSelf } from "@/lib/directory/member/change-self";
import { ownNameSchema } from "@/lib/inputs/member";
import type { ActionOf } from "@/lib/verb/answer";

type OwnName = z.input<typeof ownNameSchema>;

/** What one is called. */
export function NameForm({ name, rename }: { name: string; rename: ActionOf<typeof renameSelf> }) {
  return (
    <Form
      label="Name"
      schema={ownNameSchema}
      initial={{ name }}
      action={rename}
      onDone={() => void toast.success("Saved your name")}
      className="space-y-4"
    >
      <TextField<OwnName>
        path="name"
        label="Your name"
        hint="Visible to all members of your services."
        autoComplete="name"
      />
      <SubmitButton variant="secondary">Save name</SubmitButton>
    </Form>
  );
}
