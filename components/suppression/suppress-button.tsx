"use client";

import { BellOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { addSuppressions } from "@/lib/directory/suppression/add";
import { idsOfLines, suppressFormSchema } from "@/lib/inputs/suppression";
import type { ActionOf } from "@/lib/verb/answer";

type Input = z.input<typeof suppressFormSchema>;

/** Puts ids on the suppression list; answers how many were not on it yet. */
export type SuppressAction = ActionOf<typeof addSuppressions>;

const kinds = [
  { value: "userid", label: "User IDs" },
  { value: "pushid", label: "Push IDs" },
];

/** Asks whom to suppress. */
export function SuppressButton({
  serviceId,
  suppress,
}: {
  serviceId: string;
  suppress: SuppressAction;
}) {
  const [open, setOpen] = useDialogOpen("suppress");
  const router = useRouter();
  return (
    <>
      <Button icon={BellOff} variant="primary" onClick={() => setOpen(true)}>
        Suppress …
      </Button>
      <DialogForm
        open={open}
        onOpenChange={setOpen}
        title="Suppress recipients"
        description="They get no messages from this service until you remove them from the list."
        schema={suppressFormSchema}
        initial={{ kind: "userid", lines: "", note: "" }}
        action={({ kind, lines, note }) =>
          suppress({ serviceId, kind, ids: idsOfLines(lines), note })
        }
        onDone={(added: number) => {
          toast.success(
            added === 0
              ? "All of them were suppressed already"
              : `${added.toLocaleString("en")} suppressed`,
          );
          router.refresh();
        }}
        submit="Suppress"
      >
        <Ids />
      </DialogForm>
    </>
  );
}

function Ids() {
  const { control } = useFormContext<Input>();
  const kind = useWatch({ control, name: "kind" });
  const users = kind === "userid";
  return (
    <>
      <ChoiceField<Input> path="kind" label="What to suppress" options={kinds} />
      <TextField<Input>
        path="lines"
        label={users ? "User IDs" : "Push IDs"}
        multiline
        hint={
          users
            ? "One per line. None of their devices gets messages; other users of a shared device still get theirs."
            : "One per line. The device gets no messages; the user’s other devices still do."
        }
        controlClassName="code min-h-32"
        spellCheck={false}
      />
      <TextField<Input> path="note" label="Note" hint="Why, for your team." />
    </>
  );
}
