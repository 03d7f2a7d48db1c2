"use client";

import type { z } from "zod";
import { asNumber, ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { isolated } from "@/components/ui/sentence";
import type { ServiceKeyRow } from "@/lib/directory/service/list-keys";
import { rerollKeySchema } from "@/lib/inputs/service";
import { KeyCallers } from "./key-callers";
import { overlapOptions, overlapText } from "./key-options";
import type { KeyActions } from "./service-actions";
import type { Secret } from "./shown-once";

type Input = z.input<typeof rerollKeySchema>;

interface RerollKeyDialogProps {
  row: ServiceKeyRow;
  reroll: KeyActions["reroll"];
  onClose: () => void;
  onMade: (secret: Secret) => void;
}

/** Asks for how long a key works together with its successor. */
export function RerollKeyDialog({ row, reroll, onClose, onMade }: RerollKeyDialogProps) {
  const { id, name, prefix, expiresAt } = row;
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={`Re-roll ${isolated(name)}`}
      description={`A new key with the same name and rights replaces ${prefix}….`}
      schema={rerollKeySchema}
      initial={{ id, overlapHours: 24 }}
      action={reroll}
      onDone={({ key }, { overlapHours }) =>
        onMade({
          title: `The new key ${isolated(name)}`,
          what: "Service key",
          text: key,
          next: overlapText(overlapHours, `The old key, ${prefix}…,`),
        })
      }
      submit="Re-roll"
    >
      <ChoiceField<Input>
        spelling={asNumber}
        optional={false}
        path="overlapHours"
        label="The old key works for"
        options={overlapOptions}
        hint={expiresAt === null ? undefined : "Never longer than until it expires."}
      />
      <KeyCallers row={row} />
    </DialogForm>
  );
}
